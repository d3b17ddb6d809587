import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Agent } from '../../contract/agent.ts'
import type { Call } from '../../contract/call.ts'
import type { Profile } from '../../contract/profile.ts'
import { isUnresolved } from '../../domain/call-state.ts'
import { type CallActions, mayRepeat, type PendingCommand } from '../lib/workspace-context.ts'
import type { Api } from '../../contract/api.ts'
import type { Theme } from '../../contract/settings.ts'
import { Dialog } from '../ui/dialog.tsx'
import { createQuery, type Query, settle, valueOf } from '../lib/query.ts'
import type { FocusTarget, ScreenName } from './shell.tsx'
import type { ReconciliationStore } from '../lib/call-progress.ts'
import { usePage } from '../lib/page.ts'
import { keptModal } from '../lib/hotkeys.ts'
import { entriesFor, type Entry, inGroups, type PaletteActions } from './palette-entries.ts'
import { createPaletteStore, type PaletteState, type PaletteStore } from './palette-store.ts'
import { Search } from 'lucide-react'
import { Kbd } from '../ui/button.tsx'
import { messages } from '../../messages/index.ts'
import css from './palette.module.css'
import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog as Base } from '@base-ui/react/dialog'
import type { BaseUIEvent } from '@base-ui/react/types'
import { Hidden } from '../ui/text.tsx'
import dialog from '../ui/dialog.module.css'
import popup from '../ui/popup.module.css'
import { ariaKeysOf, type CommandId, commands, type CommandScreen, keysOf, useCommands } from '../lib/commands.ts'

/** The part of the Call screen's model that the palette needs. */
type PaletteCall = {
  agents: Query<Agent[]>
  today: { calls: Query<Call[]> }
  form: { chooseAgent(agent: Agent): void; typeNumber(text: string): void; next(): void }
}

/** Opens a screen, moves focus there and runs a command on it. */
type Send = (to: ScreenName, at?: FocusTarget['at'], command?: PendingCommand | null) => void

type PaletteOptions = {
  actions: Pick<
    PaletteActions,
    'pickProfile' | 'addProfile' | 'manageProfiles' | 'checkHealth' | 'newAgent' | 'searchRuns'
  > &
    Pick<CallActions, 'show' | 'showPerson' | 'askRun' | 'repeat'>
  call: PaletteCall
  profiles: readonly Profile[]
  inUse: Profile
  reconciliation: ReconciliationStore
  send: Send
}

/** Returns today's newest unresolved call with a reconciliation job, or null. */
const useUnresolvedCall = ({ call, reconciliation }: Pick<PaletteOptions, 'call' | 'reconciliation'>): Call | null => {
  const today = useStore(call.today.calls.store).data?.value ?? []
  const jobs = useStore(reconciliation.list.store).data?.value ?? []
  const isUnresolvedWithJob = ({ callId, outcome }: Call): boolean =>
    isUnresolved(outcome) &&
    outcome.state !== 'queued' &&
    outcome.state !== 'sending' &&
    jobs.some((one) => one.callId === callId)
  return today.find(isUnresolvedWithJob) ?? null
}

/** Returns the commands that run on another screen. */
const pendingCommands = ({ actions, send, inUse }: PaletteOptions, unresolvedCall: Call | null) => {
  const about = (command: 'checkNow' | 'resolveManually') =>
    unresolvedCall &&
    (() => (actions.show(unresolvedCall.callId), send('runs', 'details', { command, callId: unresolvedCall.callId })))
  return {
    checkNow: about('checkNow'),
    resolveManually: about('resolveManually'),
    newKey: () => send('keys', 'screen', { command: 'newKey' }),
    rotateKey: inUse.kind === 'practice' ? null : () => send('keys', 'screen', { command: 'rotateKey' }),
    exportCalls: () => send('runs', 'screen', { command: 'export' }),
  }
}

/** Returns the state of the palette and the shortcut sheet, and registers the shortcuts that open them. */
export const usePalette = (options: PaletteOptions) => {
  const { actions, call, profiles, inUse, send } = options
  const { repeat } = actions
  const { api } = usePage()
  const [palette] = useState<PaletteStore>(() => createPaletteStore(api))
  const [keysShown, setKeysShown] = useState(false)
  const [newsShown, setNewsShown] = useState(false)
  const agents = useStore(call.agents.store).data?.value ?? []
  const last = useStore(call.today.calls.store).data?.value[0]
  const unresolvedCall = useUnresolvedCall(options)
  const hideKeys = useCallback(() => setKeysShown(false), [])
  const hideNews = useCallback(() => setNewsShown(false), [])
  useCommands({ openPalette: palette.show, showShortcuts: () => setKeysShown(true) })
  const all: PaletteActions = {
    ...actions,
    ...pendingCommands(options, unresolvedCall),
    goTo: send,
    chooseAgent: (agent) => (call.form.chooseAgent(agent), send('call')),
    callNumber: (number) => (call.form.typeNumber(number), send('call')),
    // If the color scheme is locked or could not be saved, open Settings, which shows why.
    setTheme: (theme) => void saveTheme(api, theme).then((isSaved) => isSaved || send('settings')),
    showNews: () => setNewsShown(true),
    nextCall: () => (call.form.next(), send('call')),
    repeatLast: last && mayRepeat(last) ? () => repeat(last.callId) : null,
    showKeys: () => setKeysShown(true),
  }
  const entriesOf = (state: PaletteState): Entry[] => entriesFor(state, { profiles, inUse, agents }, all)
  return { palette, show: palette.show, entriesOf, keysShown, hideKeys, newsShown, hideNews }
}

/** Saves the color scheme, which main then applies to the window; resolves with false if it could not be saved. */
const saveTheme = async (api: Api, theme: Theme): Promise<boolean> => {
  const settings = await settle(api.readSettings({}))
  return settings.ok && (await settle(api.changeSettings({ ...settings.value, theme }))).ok
}

const newsText = messages.whatIsNew

const WhatIsNew = ({ onClose }: { onClose: () => void }) => {
  const { api, now } = usePage()
  const [info] = useState(() => createQuery(() => api.appInfo({}), now))
  useEffect(() => void info.load(), [info])
  return (
    <Dialog title={newsText.title(valueOf(useStore(info.store))?.version ?? '')} open onClose={onClose}>
      <ul className={css['news']}>
        {newsText.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </Dialog>
  )
}

/** Renders the button in the bar that opens the palette. */
export const PaletteButton = ({ onOpen }: { onOpen: () => void }) => (
  <button
    type="button"
    className={css['open']}
    aria-keyshortcuts={ariaKeysOf('openPalette')}
    title={messages.palette.open}
    onClick={onOpen}
  >
    <Search aria-hidden />
    <span>{messages.palette.open}</span>
    <Kbd keys={keysOf('openPalette')} />
  </button>
)

const paletteText = messages.palette

const Row = ({ entry, onRun }: { entry: Entry; onRun: (entry: Entry) => void }) => (
  <Autocomplete.Item value={entry} className={popup['item']} onClick={() => onRun(entry)}>
    <span className={popup['text']}>{entry.text}</span>
    {entry.note && <span className={popup['note']}>{entry.note}</span>}
    {entry.keys && <Kbd keys={entry.keys} variant="bare" />}
  </Autocomplete.Item>
)

const List = ({
  entries,
  state: { typed, answered },
  onRun,
}: {
  entries: readonly Entry[]
  state: PaletteState
  onRun: (entry: Entry) => void
}) => (
  <>
    <Autocomplete.Empty className={popup['none']}>
      {/* Until the search is over, the results are those of an earlier text. */}
      {answered === typed && paletteText.empty(typed.trim())}
    </Autocomplete.Empty>
    <Autocomplete.List className={css['list']} aria-label={paletteText.list}>
      {inGroups(entries).map(({ group, items }) => (
        <Autocomplete.Group key={group} items={items}>
          <Autocomplete.GroupLabel className={css['group']}>{paletteText.groups[group]}</Autocomplete.GroupLabel>
          {items.map((entry) => (
            <Row key={entry.key} entry={entry} onRun={onRun} />
          ))}
        </Autocomplete.Group>
      ))}
    </Autocomplete.List>
  </>
)

type FinderProps = { palette: PaletteStore; entriesOf: (state: PaletteState) => Entry[] }

/** True for a key press without modifiers that is neither a repeat nor part of an IME composition. */
const isBareKey = ({ ctrlKey, altKey, metaKey, shiftKey, repeat, nativeEvent }: KeyboardEvent): boolean =>
  !ctrlKey && !altKey && !metaKey && !shiftKey && !repeat && !nativeEvent.isComposing

/**
 * If Enter is pressed before the results arrive, runs the first result once they do. After an arrow key, Enter runs the
 * highlighted entry instead.
 */
const useEarlyEnter = (palette: PaletteStore, { typed, answered, entering }: PaletteState, runFirst: () => void) => {
  const moved = useRef(false)
  useEffect(() => {
    if (!entering || answered !== typed) return
    // Run this only once, even if there are no results.
    palette.endEnter()
    runFirst()
  })
  return {
    type: (text: string) => {
      moved.current = false
      palette.type(text)
    },
    onKeyDown: (event: BaseUIEvent<KeyboardEvent<HTMLInputElement>>) => {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        moved.current = true
        palette.endEnter()
      }
      if (event.key !== 'Enter' || !isBareKey(event) || moved.current || answered === typed) return
      event.preventDefault()
      event.preventBaseUIHandler()
      palette.enterSoon()
    },
  }
}

const Finder = ({ palette, entriesOf }: FinderProps) => {
  const state = useStore(palette.store)
  const entries = entriesOf(state)
  const run = (entry: Entry) => {
    palette.hide()
    entry.run()
  }
  const enter = useEarlyEnter(palette, state, () => entries[0] && run(entries[0]))
  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      items={inGroups(entries)}
      value={state.typed}
      itemToStringValue={({ text }: Entry) => text}
      autoHighlight="always"
      keepHighlight
      // Choosing an entry must not change the text in the field.
      onValueChange={(text, { reason }) => (reason === 'input-change' || reason === 'clear-press') && enter.type(text)}
    >
      <div className={css['field']}>
        <Search aria-hidden />
        <Autocomplete.Input
          className={css['input']}
          placeholder={paletteText.placeholder}
          aria-label={paletteText.title}
          spellCheck={false}
          maxLength={200}
          onKeyDown={enter.onKeyDown}
        />
      </div>
      <List entries={entries} state={state} onRun={run} />
    </Autocomplete.Root>
  )
}

type Props = FinderProps & { keysShown: boolean; hideKeys: () => void; newsShown: boolean; hideNews: () => void }

/** Renders the command palette, the shortcut sheet and the "What's new" dialog. */
export const Palette = ({ palette, entriesOf, keysShown, hideKeys, newsShown, hideNews }: Props) => {
  const open = useStore(palette.store, (state) => state.open)
  return (
    <>
      <Base.Root open={open} onOpenChange={(next) => !next && palette.hide()}>
        <Base.Portal>
          <Base.Backdrop className={dialog['veil']} />
          <Base.Popup {...keptModal} className={css['popup']}>
            <Hidden>
              <Base.Title>{paletteText.title}</Base.Title>
            </Hidden>
            <Finder palette={palette} entriesOf={entriesOf} />
            <p className={css['hint']}>{paletteText.hint}</p>
          </Base.Popup>
        </Base.Portal>
      </Base.Root>
      <ShortcutSheet open={keysShown} onClose={hideKeys} />
      {newsShown && <WhatIsNew onClose={hideNews} />}
    </>
  )
}

const sheetText = messages.shortcuts
// Object.keys returns string[] and loses the type of the keys.
const commandScreens = Object.keys(commands) as CommandScreen[]
// Object.keys returns string[] and loses the type of the keys, which are all command IDs.
const idsOf = (screen: CommandScreen) => Object.keys(commands[screen]) as CommandId[]

/** Lists the commands of every screen with their shortcuts. */
const ShortcutSheet = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Dialog title={sheetText.title} open={open} onClose={onClose} wide>
    <div className={css['sheet']}>
      {commandScreens.map((screen) => (
        <section key={screen} aria-label={sheetText.screens[screen]}>
          <h3 className={css['title']}>{sheetText.screens[screen]}</h3>
          <dl className={css['lines']}>
            {idsOf(screen).map((id) => (
              <div key={id}>
                <dt>
                  <Kbd keys={keysOf(id)} spoken />
                </dt>
                <dd>{sheetText.commands[id]}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  </Dialog>
)
