import { useStore } from 'zustand'
import type { KeychainStatus } from '../../contract/app-info.ts'
import { Notice } from '../design/notice.tsx'
import { FactAge } from '../shell/fact-age.tsx'
import type { FactStore } from '../shell/fact.ts'
import { FailureNotice } from '../shell/failure-notice.tsx'
import { words } from '../words/words.ts'

const said = words.support.keychain

/** Whether keys can be kept in the keychain now, and if not, why and what to do. */
export const KeychainFacts = ({ keychain }: { keychain: FactStore<KeychainStatus> }) => {
  const fact = useStore(keychain.store)
  const status = fact.known?.value
  return (
    <>
      <FactAge
        fact={fact}
        act={said.act}
        tell={words.shell.health.age}
        asking={said.asking}
        onAsk={() => void keychain.ask()}
      />
      {fact.step === 'failed' && <FailureNotice failure={fact.failure} />}
      {status?.usable === true && <p>{said.usable}</p>}
      {status?.usable === false && (
        <Notice tone="check" title={said.notUsable}>
          <p>{words.failure.keychain[status.reason]}</p>
          <p>{words.failure.keychainNext[status.reason]}</p>
        </Notice>
      )}
    </>
  )
}
