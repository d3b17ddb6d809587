import { FieldMessage } from '../design/field.tsx'
import { useNow } from '../shell/use-now.ts'
import { words } from '../words/words.ts'
import css from './context-form.module.css'
import fields from './fields.module.css'
import type { AgentFields } from './use-agent-fields.ts'

const said = words.context.form

const sentenceOf = ({ known, text }: AgentFields, now: number): string | null => {
  switch (known.from) {
    case 'nowhere':
      return said.noAgent
    case 'asking':
      return said.asking
    case 'calls':
      return known.fields.length > 0 ? said.remembered : said.nothingKnown
    case 'agent':
      if (text?.step === 'failed' && text.known) return said.oldText(words.time.ago(now - text.known.at))
      return known.fields.length === 0 ? said.nothingAsked : null
  }
}

const fetchesMore = ({ text }: AgentFields): boolean =>
  text?.known?.value.state === 'published' && text.known.value.fetchesFields

const whyOf = ({ text }: AgentFields): string | null =>
  text?.step === 'failed' ? words.failure.inWords(text.failure).why : null

/** Where the form's fields come from, wherever that is not simply the agent's text. */
export const FieldsSource = (told: { fields: AgentFields }) => {
  const failed = told.fields.text?.step === 'failed'
  const now = useNow(failed ? 5_000 : null)
  const sentence = sentenceOf(told.fields, now)
  return (
    <>
      {sentence && (
        <div className={css['source']}>
          <FieldMessage tone={failed ? 'check' : 'hint'}>
            {sentence} {whyOf(told.fields)}{' '}
            {failed && (
              <button type="button" className={fields['mode']} onClick={told.fields.ask}>
                {words.common.askAgain}
              </button>
            )}
          </FieldMessage>
        </div>
      )}
      {fetchesMore(told.fields) && <FieldMessage tone="hint">{said.fetches}</FieldMessage>}
    </>
  )
}
