import { onTestFinished } from 'vitest'

/** Closes what a test has started when that test is over, whatever became of it. */
export const keep = <S extends { close: () => unknown }>(started: S): S => {
  onTestFinished(async () => void (await started.close()))
  return started
}
