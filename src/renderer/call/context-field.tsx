import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { Kbd } from '../design/kbd.tsx'
import { Views, type View } from '../design/views.tsx'
import { words } from '../words/words.ts'
import type { ContextView } from './context-acts.ts'
import type { CallDesk } from './call-desk.ts'
import { ContextForm } from './context-form.tsx'
import { ContextJson } from './context-json.tsx'
import fields from './fields.module.css'
import { preloadJsonEditor } from './load-json-editor.ts'
import type { AgentFields } from './use-agent-fields.ts'
import type { ContextForm as Form } from './use-context-form.ts'
import { useContextKeys } from './use-context-keys.ts'

const said = words.context

/** The initial context: one JSON object, as a form of what the agent asks for and as the text itself. */
export const ContextField = ({ call, form, agent }: { call: CallDesk; form: Form; agent: AgentFields }) => {
  const view = useStore(call.form.store, ({ contextView }) => contextView)
  // Once it was open, the editor stays, with what can be undone in it.
  const [opened, setOpened] = useState(view === 'json')
  if (view === 'json' && !opened) setOpened(true)
  useContextKeys(call, form)
  useEffect(() => preloadJsonEditor(reportError), [])
  const views: View<ContextView>[] = [
    { value: 'form', text: said.views.form, panel: <ContextForm call={call} form={form} fields={agent} /> },
    {
      value: 'json',
      text: said.views.json,
      keep: opened,
      panel: <ContextJson call={call} form={form} isShown={view === 'json'} />,
    },
  ]
  return (
    <fieldset className={fields['group']}>
      <legend>{said.label}</legend>
      <div className={fields['body']}>
        <Views
          label={said.views.label}
          shown={view}
          views={views}
          shortcut="Control+J"
          aside={<Kbd keys="Ctrl J" look="bare" />}
          onShow={call.form.showContext}
        />
      </div>
    </fieldset>
  )
}
