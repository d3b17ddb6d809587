import { buildConnector, Client } from 'undici'

/** One POST with undici alone, over a fresh connection: what any program would have to do to place a call. */
export const sendBare = async (origin: string, path: string, key: string, body: string): Promise<void> => {
  const client = new Client(origin, { connect: buildConnector({ allowH2: false }), pipelining: 0 })
  try {
    const { body: answer } = await client.request({
      method: 'POST',
      path,
      headers: { accept: 'application/json', 'content-type': 'application/json', 'x-api-key': key },
      body,
    })
    await answer.text()
  } finally {
    await client.destroy()
  }
}
