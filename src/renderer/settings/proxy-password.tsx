import { useRef, useState } from 'react'
import type { Failure } from '../../contract/failure.ts'
import { Button } from '../design/button.tsx'
import { Field } from '../design/field.tsx'
import { Input } from '../design/input.tsx'
import { forgetTyped } from '../shell/forget-typed.ts'
import { useParts } from '../shell/parts.ts'
import { settle } from '../shell/settle.ts'
import { words } from '../words/words.ts'
import css from './settings-screen.module.css'

const said = words.settings.network

type Step = { step: 'idle' | 'empty' | 'working' | 'kept' | 'forgotten' } | { step: 'failed'; failure: Failure }

const errorOf = (at: Step): string | null => {
  if (at.step === 'empty') return said.passwordEmpty
  return at.step === 'failed' ? words.failure.titled(words.failure.inWords(at.failure)) : null
}

const doneOf = ({ step }: Step): string => {
  if (step === 'kept') return said.passwordKept
  return step === 'forgotten' ? said.passwordForgotten : ''
}

/** The proxy's password: handed over once to where keys are kept, and never held by the page. */
export const ProxyPassword = ({ ready }: { ready: boolean }) => {
  const { desk } = useParts()
  const input = useRef<HTMLInputElement>(null)
  const [at, setAt] = useState<Step>({ step: 'idle' })
  const hand = async (text: string, done: 'kept' | 'forgotten') => {
    if (at.step === 'working') return
    setAt({ step: 'working' })
    const answer = await settle(desk.enterProxyPassword({ text }))
    setAt(answer.ok ? { step: done } : { step: 'failed', failure: answer.failure })
  }
  const keep = () => {
    const field = input.current
    if (!field || !ready) return
    const { value } = field
    // SECURITY: sent once, then gone from the page, whatever the answer.
    field.value = ''
    forgetTyped()
    if (value === '') setAt({ step: 'empty' })
    else void hand(value, 'kept')
  }
  return (
    <Field label={said.password} hint={ready ? said.passwordHint : said.passwordFirst} error={errorOf(at)}>
      {(control) => (
        <div className={css['password']}>
          {/* SECURITY: uncontrolled, so that no component state or store ever holds the text. */}
          <Input
            {...control}
            ref={input}
            type="password"
            maxLength={512}
            autoComplete="new-password"
            readOnly={!ready}
            onChange={() => at.step !== 'idle' && setAt({ step: 'idle' })}
            onKeyDown={(event) => event.key === 'Enter' && (event.preventDefault(), keep())}
          />
          <Button off={!ready || at.step === 'working'} onClick={keep}>
            {said.passwordAct}
          </Button>
          <Button look="quiet" off={!ready || at.step === 'working'} onClick={() => void hand('', 'forgotten')}>
            {said.passwordForget}
          </Button>
          <output className={css['done']}>{doneOf(at)}</output>
        </div>
      )}
    </Field>
  )
}
