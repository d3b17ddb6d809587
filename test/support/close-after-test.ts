import { onTestFinished } from 'vitest'

/** Closes something that a test started when the test ends, even if the test fails. */
export const closeAfterTest = <S extends { close: () => unknown }>(started: S): S => {
  onTestFinished(async () => void (await started.close()))
  return started
}
