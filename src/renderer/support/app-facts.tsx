import type { AppInfo } from '../../contract/app-info.ts'
import type { Fact } from '../shell/fact.ts'
import { FailureNotice } from '../shell/failure-notice.tsx'
import { words } from '../words/words.ts'
import { FactList } from './fact-list.tsx'

const said = words.support.app

/** What this app is made of. */
export const AppFacts = ({ info }: { info: Fact<AppInfo> }) => {
  const made = info.known?.value
  if (info.step === 'failed') return <FailureNotice failure={info.failure} />
  if (!made) return null
  return (
    <FactList
      list={[
        [said.version, made.version],
        [said.electron, made.electron],
        [said.chromium, made.chromium],
        [said.node, made.node],
        [said.platform, made.platform],
        [said.runtime, made.runtime === 'trial' ? said.trial : said.product],
      ]}
    />
  )
}
