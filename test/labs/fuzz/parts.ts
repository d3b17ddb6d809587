import type { Reply } from '../../../src/main/service/answer.ts'
import { classify, type SettledState } from '../../../src/main/service/classify.ts'
import { createKeyMask } from '../../../src/main/log/mask-key.ts'

/** The parts of the client that are put to the test: how a key is masked, and what a reply is told as. */
export type Part = { mask: (key: string) => (text: string) => string; settle: (reply: Reply) => SettledState }
export const realPart: Part = { mask: createKeyMask, settle: classify }

/** The planted mistake: a number that looks like an id is believed. */
export const believing: Part = {
  ...realPart,
  settle: (reply) => {
    const said = reply.kind === 'answer' && reply.status === 200 ? reply.text : ''
    const id = /"workflow_run_id":\s*"?\s*(\d+)/.exec(said)?.[1]
    return Number(id) > 0
      ? {
          state: 'accepted',
          workflowRunId: Number(id),
          workflowRunName: '',
          status: '',
          reconciled: false,
          progress: 'started',
        }
      : classify(reply)
  },
}

/** The planted leak: the key is masked only where it stands as it is. */
export const careless: Part = { ...realPart, mask: (key) => (text) => text.replaceAll(key, '[secret]') }
