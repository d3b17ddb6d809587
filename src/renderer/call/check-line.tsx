import { FieldMessage } from '../design/field.tsx'
import { words } from '../words/words.ts'
import { isRefused, isUnused, type Check } from './context-checks.ts'
import { pathText } from './context-rows.ts'
import fields from './fields.module.css'

const said = words.context

/** A mend in words: what its button says, and what is told once it is done. */
export const mendWords = ({ mend, path }: Check): { kind: 'rename' | 'move' | 'remove' | 'fill'; name: string } => {
  if (mend?.kind !== 'rename') return { kind: mend?.kind ?? 'remove', name: pathText(path) }
  return { kind: mend.from.length === mend.to.length ? 'rename' : 'move', name: pathText(mend.to) }
}

/** A check as a sentence. */
export const checkSentence = ({ code, path, mend }: Check): string => {
  const meant = mend?.kind === 'rename' ? pathText(code === 'inTheWay' ? mend.from : mend.to) : null
  return said.check(code, { name: pathText(path), meant })
}

type Props = { check: Check; onMend: (check: Check) => void; named?: boolean }

const toneOf = (check: Check): 'bad' | 'check' | 'hint' => {
  if (isRefused(check)) return 'bad'
  return isUnused(check) ? 'hint' : 'check'
}

/** One thing to look at, with the one press that puts it right. */
export const CheckLine = ({ check, onMend, named = false }: Props) => {
  const { kind, name } = mendWords(check)
  return (
    <FieldMessage tone={toneOf(check)}>
      {named && check.path.length > 0 ? said.named(pathText(check.path), checkSentence(check)) : checkSentence(check)}{' '}
      {check.mend && (
        <button type="button" className={fields['mode']} onClick={() => onMend(check)}>
          {said.mend(kind, name)}
        </button>
      )}
    </FieldMessage>
  )
}
