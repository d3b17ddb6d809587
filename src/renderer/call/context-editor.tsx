import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { words } from '../words/words.ts'
import css from './context-field.module.css'
import type { JsonEditor } from './json-editor.ts'
import { loadedJsonEditor, loadJsonEditor } from './load-json-editor.ts'

type Props = { text: string; onText: (text: string) => void }

/**
 * The JSON editor. Until its part of the page is loaded, and should it not load, a plain text area takes its place;
 * a person already typing there is not interrupted: the exchange waits until the field is left.
 */
export const ContextEditor = ({ text, onText }: Props) => {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<JsonEditor>(null)
  const latest = useRef({ text, onText })
  useLayoutEffect(() => void (latest.current = { text, onText }))
  const [step, setStep] = useState<'plain' | 'full'>('plain')
  const [typing, setTyping] = useState(false)
  const [loaded, setLoaded] = useState(loadedJsonEditor)

  useEffect(() => {
    let gone = false
    const load = async () => {
      const part = await loadJsonEditor()
      if (!gone) setLoaded(part)
    }
    load().catch(reportError)
    return () => void (gone = true)
  }, [])

  const mounted = loaded !== null && !typing
  useLayoutEffect(() => {
    if (!mounted || !loaded || !host.current || editor.current) return
    editor.current = loaded.createJsonEditor({
      host: host.current,
      text: latest.current.text,
      label: words.context.editorLabel,
      describedBy: words.context.hint,
      onText: (next) => latest.current.onText(next),
    })
    setStep('full')
  }, [mounted, loaded])
  useEffect(() => () => (editor.current?.destroy(), void (editor.current = null)), [])
  useLayoutEffect(() => editor.current?.setText(text), [text])

  return (
    <>
      <div ref={host} className={css['host']} hidden={step === 'plain'} data-json-editor />
      {step === 'plain' && (
        <textarea
          className={css['plain']}
          aria-label={words.context.editorLabel}
          value={text}
          rows={3}
          spellCheck={false}
          data-json-plain
          onFocus={() => setTyping(true)}
          onBlur={() => setTyping(false)}
          onChange={(event) => onText(event.target.value)}
        />
      )}
    </>
  )
}
