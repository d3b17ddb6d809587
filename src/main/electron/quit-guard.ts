import { app, type BrowserWindow } from 'electron'
import type { Call } from '../../contract/call.ts'
import type { Log } from '../log/log.ts'

type OpenDesk = {
  inFlight: () => Call[]
  /** Ends calling: the answers that are out are waited for, and told is how many known ones could not be written. */
  endCalls: { end(): Promise<{ unwritten: number; sentence: string }>; leave(): void }
  close: () => Promise<void>
}

export type QuitGuardParts = {
  /** Null while the desk is not open yet: then there is nothing to wait for. */
  desk: () => OpenDesk | null
  log: Log
  /** Says a line where whoever started the app can read it. */
  complain: (line: string) => void
}

/** Lets the app quit only when no call waits for its answer and everything is closed; a request on its way is never cut. */
export const guardQuit = ({ desk, log, complain }: QuitGuardParts) => {
  let step: 'open' | 'closing' | 'closed' = 'open'

  const end = async ({ endCalls, close }: OpenDesk): Promise<void> => {
    const { unwritten, sentence } = await endCalls.end()
    if (unwritten > 0) {
      log('error', 'answersNotWritten', { calls: unwritten })
      complain(sentence)
    }
    await close()
  }

  app.on('before-quit', (event) => {
    const open = desk()
    if (step === 'closed' || open === null) return
    event.preventDefault()
    if (step === 'closing') return open.endCalls.leave()
    step = 'closing'
    void end(open).finally(() => {
      step = 'closed'
      app.quit()
    })
  })

  return {
    /** Keeps a window that is closed meanwhile: it is where the countdown stands. */
    hold(window: BrowserWindow): void {
      window.on('close', (event) => {
        if (step === 'closed' || !desk()?.inFlight().length) return
        event.preventDefault()
        app.quit()
      })
    },
  }
}
