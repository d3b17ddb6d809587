import { succeed, type Outcome } from '../../../src/contract/failure.ts'
import type { HistoryCheck, HistoryHealth } from '../../../src/contract/history.ts'
import type { Input } from '../../../src/contract/operations.ts'
import { defaultSettings, type Settings } from '../../../src/contract/settings.ts'

type Options = { settings: Partial<Settings>; history: Partial<HistoryHealth>; announce: () => void }

const healthy: HistoryHealth = {
  stopped: null,
  check: null,
  backups: { count: 7, newestAt: '2026-11-21T03:10:00.000Z', failed: null },
  recovered: null,
}

/** Settings and the history's health in memory; the password of the proxy is taken and given to nobody. */
export const createFakeCustody = ({ settings: set, history, announce }: Options) => {
  let settings: Settings = { ...defaultSettings, ...set }
  let health: HistoryHealth = { ...healthy, ...history }
  const tell = <T>(value: T): Promise<Outcome<T>> => Promise.resolve(succeed(value))
  return {
    repeatMinutes: () => settings.repeatMinutes,
    readSettings: () => tell(settings),
    changeSettings: (next: Input<'changeSettings'>) => tell((settings = next)),
    enterProxyPassword: () => tell({}),
    historyHealth: () => tell(health),
    acknowledgeRecovery: () => {
      health = { ...health, recovered: null }
      announce()
      return tell({})
    },
    checkHistory: () => {
      const check: HistoryCheck = { events: 3_604, intact: true, firstBroken: null }
      health = { ...health, check }
      announce()
      return tell(check)
    },
  }
}
