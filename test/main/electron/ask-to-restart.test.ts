import type { MessageBoxOptions } from 'electron'
import { expect, it } from 'vitest'
import { createAskToRestart } from '../../../src/main/electron/ask-to-restart.ts'

const setUp = (response: number) => {
  const done: string[] = []
  const asked: MessageBoxOptions[] = []
  const ask = createAskToRestart({
    app: { relaunch: () => void done.push('relaunch'), quit: () => void done.push('quit') },
    dialog: {
      showMessageBox: (...args: unknown[]) => {
        asked.push(Object.assign({ message: '' }, args.at(-1)))
        return Promise.resolve({ response, checkboxChecked: false })
      },
    },
  })
  return { ask, asked, done }
}

it('quits as a person would and starts again, when the answer is yes', async () => {
  const { ask, asked, done } = setUp(0)
  await ask({ kind: 'error', reference: 'KTRW-BXQD-MHPZ' })
  expect(done).toEqual(['relaunch', 'quit'])
  expect(asked[0]?.buttons).toEqual(['Restart now', 'Later'])
  expect(asked[0]?.detail).toContain('Calls on their way keep waiting for their answers.')
  expect(asked[0]?.detail).toContain('KTRW-BXQD-MHPZ')
})

it('does nothing when the answer is no, or the question is closed', async () => {
  const { ask, asked, done } = setUp(1)
  await ask({ kind: 'page' })
  expect(done).toEqual([])
  expect(asked[0]).toMatchObject({ cancelId: 1, defaultId: 0 })
  expect(asked[0]?.detail).toContain('broke several times')
})
