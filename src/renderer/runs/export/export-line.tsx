import { X } from 'lucide-react'
import { useStore } from 'zustand'
import { Button } from '../../design/button.tsx'
import { FailureNotice } from '../../shell/failure-notice.tsx'
import { words } from '../../words/words.ts'
import css from './export-line.module.css'
import type { ExportState, ExportStore } from './export-store.ts'

const said = words.runs.exports

const textOf = (state: ExportState): string | null => {
  if (state.step === 'writing') return said.writing(state.calls)
  if (state.step !== 'written') return null
  const written = said.written(state.calls, state.file)
  return state.format === 'csv' ? `${written} ${said.guard}` : written
}

/** How far the export has come, and where it went. */
export const ExportLine = ({ exports }: { exports: ExportStore }) => {
  const state = useStore(exports.store)
  if (state.step === 'failed')
    return (
      <FailureNotice
        failure={state.failure}
        title={said.failed}
        acts={<Button onClick={exports.clear}>{words.common.close}</Button>}
      />
    )
  const text = textOf(state)
  return (
    <div className={text === null ? undefined : css['line']}>
      {/* Always there, so that what is put into it is told to people who listen. */}
      <output className={css['text']}>{text}</output>
      {state.step === 'writing' && (
        <Button size="small" onClick={exports.cancel}>
          {said.cancel}
        </Button>
      )}
      {state.step === 'written' && (
        <Button look="quiet" size="icon" aria-label={words.common.close} onClick={exports.clear}>
          <X aria-hidden />
        </Button>
      )}
    </div>
  )
}
