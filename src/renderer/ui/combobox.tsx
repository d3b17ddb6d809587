import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, ChevronDown, Star } from 'lucide-react'
import { useRef, type KeyboardEvent } from 'react'
import { showControls } from '../../domain/shown-text.ts'
import css from './popup.module.css'
import own from './combobox.module.css'
import type { ControlProps } from './field.tsx'

/** A choice. Typing its text or the start of its key finds it. */
export type Choice = { key: string; text: string; note?: string | undefined; off?: boolean; starred?: boolean }

/** A group of choices, with or without a title. */
export type ChoiceGroup = { title: string | null; items: readonly Choice[] }

type Choices = { groups: readonly ChoiceGroup[] } | { choices: readonly Choice[] }

type Props = Choices & {
  control: ControlProps
  /**
   * This is also the field's accessible name, because the visible label is hidden from screen readers while the list is
   * open.
   */
  label: string
  text: string
  chosenKey: string | null
  /**
   * The choices that match the text, the best first. Enter then chooses none of them unless the user moved to it. Without
   * this, they are those that contain the text, and Enter chooses the first one.
   */
  found?: readonly Choice[]
  placeholder: string
  openLabel: string
  emptyText: string
  shortcut?: string
  onType: (text: string) => void
  onChoose: (key: string) => void
  onOpen?: () => void
  /** Called for key presses that the list does not handle. `key` is the highlighted choice; null if there is none. */
  onKey?: (event: KeyboardEvent<HTMLInputElement>, key: string | null) => void
  /** Called when another element gets focus, but not when another window does. */
  onLeave?: () => void
  /** A secondary action below the list. */
  foot?: { text: string; onPress: () => void } | undefined
}

const Row = ({ choice }: { choice: Choice }) => (
  <Base.Item value={choice} disabled={choice.off ?? false} className={css['item']}>
    <span className={css['tick']}>
      <Base.ItemIndicator>
        <Check aria-hidden />
      </Base.ItemIndicator>
    </span>
    <span className={css['text']}>
      <bdi>{choice.text}</bdi>
    </span>
    {choice.note && <span className={css['note']}>{choice.note}</span>}
    {choice.starred && <Star className={own['star']} aria-hidden />}
  </Base.Item>
)

const Group = ({ group }: { group: ChoiceGroup }) => (
  <Base.Group items={group.items}>
    {group.title !== null && <Base.GroupLabel className={own['title']}>{group.title}</Base.GroupLabel>}
    <Base.Collection>{(choice: Choice) => <Row key={choice.key} choice={choice} />}</Base.Collection>
  </Base.Group>
)

const List = ({ emptyText, foot }: { emptyText: string; foot: Props['foot'] }) => (
  <Base.Portal>
    <Base.Positioner sideOffset={4}>
      <Base.Popup className={`${css['popup']} ${css['fitted']}`}>
        <Base.Empty className={css['none']}>{emptyText}</Base.Empty>
        <Base.List>{(group: ChoiceGroup) => <Group key={group.title ?? ''} group={group} />}</Base.List>
        {foot && (
          // This is not in the tab order, so that Tab moves to the next field. The command has a shortcut.
          <button type="button" tabIndex={-1} className={own['foot']} onClick={foot.onPress}>
            {foot.text}
          </button>
        )}
      </Base.Popup>
    </Base.Positioner>
  </Base.Portal>
)

/** Returns a function that matches a choice by its text, ignoring case and accents, or by the start of its key. */
const useMatching = () => {
  const { contains } = Base.useFilter({ sensitivity: 'base' })
  return (choice: Choice, query: string): boolean =>
    contains(showControls(choice.text), query) ||
    (query.length > 2 && choice.key.startsWith(query.trim().toLowerCase()))
}

/** Renders a text field with suggestions. Text that matches none of them is kept, and the parent interprets it. */
export const Combobox = (props: Props) => {
  const groups = 'groups' in props ? props.groups : [{ title: null, items: props.choices }]
  const all = groups.flatMap(({ items }) => items)
  const chosen = all.find(({ key }) => key === props.chosenKey) ?? null
  const highlighted = useRef<string | null>(null)
  const actions = useRef<Base.Root.Actions>(null)
  const { foot: given } = props
  // Close the list first, so that it does not cover what opens next.
  const foot = given && { ...given, onPress: () => (actions.current?.close(), given.onPress()) }
  return (
    <Base.Root
      items={groups}
      actionsRef={actions}
      value={chosen}
      // The JSX runtime makes the text of elements safe to show, but not the values of fields.
      inputValue={showControls(props.text)}
      itemToStringLabel={(choice: Choice) => showControls(choice.text)}
      isItemEqualToValue={(one: Choice, other: Choice) => one.key === other.key}
      filter={useMatching()}
      // Without an item, a group would hide the text for an empty list.
      {...(props.found && { filteredItems: props.found.length === 0 ? [] : [{ title: null, items: props.found }] })}
      autoHighlight={props.found === undefined}
      onOpenChange={(open) => {
        if (open) props.onOpen?.()
        else highlighted.current = null
      }}
      onItemHighlighted={(choice: Choice | undefined) => void (highlighted.current = choice?.key ?? null)}
      // Report only what the user typed or cleared, not the component's own changes to the text.
      onInputValueChange={(text, { reason }) =>
        (reason === 'input-change' || reason === 'clear-press') && props.onType(text)
      }
      onValueChange={(choice: Choice | null, { reason }) =>
        choice && reason === 'item-press' && props.onChoose(choice.key)
      }
    >
      <Base.InputGroup className={own['group']}>
        <Base.Input
          {...props.control}
          aria-label={props.label}
          aria-keyshortcuts={props.shortcut}
          className={own['input']}
          placeholder={props.placeholder}
          spellCheck={false}
          onFocus={(event) => event.target.select()}
          onKeyDown={(event) => props.onKey?.(event, highlighted.current)}
          onBlur={({ target }) => target !== document.activeElement && props.onLeave?.()}
        />
        <Base.Trigger className={own['open']} aria-label={props.openLabel}>
          <ChevronDown aria-hidden />
        </Base.Trigger>
      </Base.InputGroup>
      <List emptyText={props.emptyText} foot={foot} />
    </Base.Root>
  )
}
