import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import type { BaseUIEvent } from '@base-ui/react/types'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { Hidden } from '../design/hidden.tsx'
import { Kbd } from '../design/kbd.tsx'
import { modal } from '../design/modal.ts'
import popup from '../design/popup.module.css'
import { words } from '../words/words.ts'
import { type Entry, inGroups } from './entry.ts'
import { KeySheet } from './key-sheet.tsx'
import type { PaletteState, PaletteStore } from './palette-store.ts'
import css from './palette.module.css'

const said = words.palette

const Row = ({ entry, onRun }: { entry: Entry; onRun: (entry: Entry) => void }) => (
  <Autocomplete.Item value={entry} className={popup['item']} onClick={() => onRun(entry)}>
    <span className={popup['text']}>{entry.text}</span>
    {entry.note && <span className={popup['note']}>{entry.note}</span>}
    {entry.keys && <Kbd keys={entry.keys} look="bare" />}
  </Autocomplete.Item>
)

const List = ({
  entries,
  typed,
  onRun,
}: {
  entries: readonly Entry[]
  typed: string
  onRun: (entry: Entry) => void
}) => (
  <>
    <Autocomplete.Empty className={popup['none']}>{said.empty(typed.trim())}</Autocomplete.Empty>
    <Autocomplete.List className={css['list']} aria-label={said.list}>
      {inGroups(entries).map(({ group, items }) => (
        <Autocomplete.Group key={group} items={items}>
          <Autocomplete.GroupLabel className={css['group']}>{said.groups[group]}</Autocomplete.GroupLabel>
          {items.map((entry) => (
            <Row key={entry.key} entry={entry} onRun={onRun} />
          ))}
        </Autocomplete.Group>
      ))}
    </Autocomplete.List>
  </>
)

type FinderProps = { palette: PaletteStore; entriesOf: (state: PaletteState) => Entry[] }

/** A key that means nothing but itself: no chord, no key that is held down, none of an unfinished composition. */
const isBareKey = ({ ctrlKey, altKey, metaKey, shiftKey, repeat, nativeEvent }: KeyboardEvent): boolean =>
  !ctrlKey && !altKey && !metaKey && !shiftKey && !repeat && !nativeEvent.isComposing

/**
 * Enter means the first thing found for what is typed: a hand that is faster than the answer must not do what was found for
 * half of the text. Who goes through the list by the arrows means what is highlighted there.
 */
const useHastyEnter = (palette: PaletteStore, { typed, answered, entering }: PaletteState, runFirst: () => void) => {
  const moved = useRef(false)
  useEffect(() => {
    if (!entering || answered !== typed) return
    // Once, also where nothing was found: what comes later was not meant.
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
  const enter = useHastyEnter(palette, state, () => entries[0] && run(entries[0]))
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
      // Choosing an entry would put its text into the field; only what is typed belongs there.
      onValueChange={(text, { reason }) => (reason === 'input-change' || reason === 'clear-press') && enter.type(text)}
    >
      <div className={css['field']}>
        <Search aria-hidden />
        <Autocomplete.Input
          className={css['input']}
          placeholder={said.placeholder}
          aria-label={said.title}
          spellCheck={false}
          maxLength={200}
          onKeyDown={enter.onKeyDown}
        />
      </div>
      <List entries={entries} typed={state.typed} onRun={run} />
    </Autocomplete.Root>
  )
}

type Props = FinderProps & { keysShown: boolean; hideKeys: () => void }

/** Ctrl+K: any screen, any act, any agent, any call of this computer, any run of any profile; and the sheet of keys. */
export const Palette = ({ palette, entriesOf, keysShown, hideKeys }: Props) => {
  const open = useStore(palette.store, (state) => state.open)
  return (
    <>
      <Dialog.Root open={open} onOpenChange={(next) => !next && palette.hide()}>
        <Dialog.Portal>
          <Dialog.Backdrop className={css['veil']} />
          <Dialog.Popup {...modal} className={css['popup']}>
            <Hidden>
              <Dialog.Title>{said.title}</Dialog.Title>
            </Hidden>
            <Finder palette={palette} entriesOf={entriesOf} />
            <p className={css['hint']}>{said.hint}</p>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
      <KeySheet open={keysShown} onClose={hideKeys} />
    </>
  )
}
