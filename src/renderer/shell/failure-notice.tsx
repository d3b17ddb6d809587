import type { ReactNode } from 'react'
import type { Failure } from '../../contract/failure.ts'
import { Notice } from '../design/notice.tsx'
import { words } from '../words/words.ts'

/** A failure told whole: what happened, why, the service's own words, what next. */
export const FailureNotice = ({ failure, title, acts }: { failure: Failure; title?: string; acts?: ReactNode }) => {
  const said = words.failure.inWords(failure)
  return (
    <Notice tone="bad" title={title ?? said.title} acts={acts}>
      <p>{title ? words.failure.titled(said) : said.why}</p>
      {said.service && <p>{words.common.serviceSays(said.service)}</p>}
      <p>{said.next}</p>
    </Notice>
  )
}
