import { describe, expect, it } from 'vitest'
import { closeAfterTest } from '../../support/close-after-test.ts'
import { type RawServer, httpAnswer, startRawServer } from '../../support/raw-server.ts'
import { createTestClient } from './create-test-client.ts'

const row = (id: number, name: string) => ({
  id,
  name,
  key_prefix: `dgr_${String(id).padStart(4, '0')}`,
  is_active: true,
  created_at: '2026-11-21T11:26:32Z',
})
const earlier = [row(1, 'Default API Key'), row(2, 'Rundesk 01')]

type Lists = (object[] | null)[]

/**
 * Starts a service that responds to the POST with `answer` (empty: cuts the connection) and to list requests with these
 * lists in order (null: fails).
 */
const startService = async (answer: string, lists: Lists): Promise<RawServer> => {
  let listed = 0
  const server = await startRawServer({
    onRequest: (socket, request) => {
      const list = lists[Math.min(listed, lists.length - 1)]
      if (request.startsWith('POST')) return void (answer === '' ? socket.resetAndDestroy() : socket.end(answer))
      listed += 1
      socket.end(list ? httpAnswer('200 OK', JSON.stringify(list)) : httpAnswer('500 Oops', 'Oops'))
    },
  })
  closeAfterTest(server)
  return server
}

const create = async (server: RawServer, pauses: number[] = []) => {
  const wait = async (milliseconds: number) => void pauses.push(milliseconds)
  return createTestClient(server.origin, { wait }).createKey('Rundesk 01')
}
const posts = (server: RawServer) => server.connections.filter(({ received }) => received.startsWith('POST')).length
const connectionCut = { kind: 'unavailable', cause: 'cut' }

describe('a key whose response was lost', () => {
  it('is found by its name among the new keys of the list', async () => {
    const server = await startService('', [earlier, [...earlier, row(3, 'Other'), row(4, 'Rundesk 01')]])
    const creation = await create(server)
    expect(creation).toMatchObject({
      ok: false,
      failure: connectionCut,
      made: 'yes',
      orphan: { id: 4, prefix: 'dgr_0004' },
    })
    expect(posts(server)).toBe(1)
  })

  it('is found by a later read of the list', async () => {
    const pauses: number[] = []
    const server = await startService('', [earlier, earlier, earlier, [...earlier, row(4, 'Rundesk 01')]])
    expect(await create(server, pauses)).toMatchObject({ made: 'yes', orphan: { id: 4 } })
    expect(pauses).toEqual([1_000, 3_000])
  })

  it('was not created if the list never contains it', async () => {
    const server = await startService('', [earlier])
    expect(await create(server)).toEqual({ ok: false, failure: connectionCut, made: 'no' })
    expect(posts(server)).toBe(1)
  })

  it('is unknown if the list cannot be read or contains two new keys with its name', async () => {
    const blind = await startService('', [earlier, null])
    expect(await create(blind)).toEqual({ ok: false, failure: connectionCut, made: 'unknown' })
    const withTwoKeys = await startService('', [earlier, [...earlier, row(4, 'Rundesk 01'), row(5, 'Rundesk 01')]])
    expect(await create(withTwoKeys)).toEqual({ ok: false, failure: connectionCut, made: 'unknown' })
  })

  it.each([
    ['a server error', httpAnswer('500 Oops', 'Oops')],
    ['a response without the text of the key', httpAnswer('200 OK', JSON.stringify(row(4, 'Rundesk 01')))],
    ['a response that is not JSON', httpAnswer('200 OK', '<html></html>')],
  ])('is looked up after %s', async (_name, answer) => {
    const server = await startService(answer, [earlier, [...earlier, row(4, 'Rundesk 01')]])
    expect(await create(server)).toMatchObject({ ok: false, made: 'yes', orphan: { id: 4 } })
  })
})

describe('a refused key', () => {
  it('was not created and is not looked up in the list', async () => {
    const server = await startService(httpAnswer('422 No', '{"detail":"bad name"}'), [earlier])
    expect(await create(server)).toMatchObject({ ok: false, failure: { kind: 'refused', status: 422 }, made: 'no' })
    expect(server.connections).toHaveLength(2)
  })

  it('sends no request if the list cannot be read', async () => {
    const server = await startService('', [null])
    expect(await create(server)).toMatchObject({ ok: false, failure: { kind: 'unavailable' }, made: 'no' })
    expect(posts(server)).toBe(0)
  })
})
