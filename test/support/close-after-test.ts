import { onTestFinished } from 'vitest'
import { type RawServer, startRawServer } from './raw-server.ts'

/** Closes something that a test started when the test ends, even if the test fails. */
export const closeAfterTest = <S extends { close: () => unknown }>(started: S): S => {
  onTestFinished(async () => void (await started.close()))
  return started
}

/** Starts a raw server that is closed after the test. */
export const startServer = async (...how: Parameters<typeof startRawServer>): Promise<RawServer> =>
  closeAfterTest(await startRawServer(...how))
