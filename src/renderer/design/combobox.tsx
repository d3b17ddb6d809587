import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, ChevronDown, Star } from 'lucide-react'
import { useRef, type KeyboardEvent } from 'react'
import css from './popup.module.css'
import own from './combobox.module.css'
import type { ControlProps } from './field.tsx'

/** One thing to find by its text or by the beginning of its key; a note stands beside it, and a star if it is starred. */
export type Choice = { key: string; text: string; note?: string | undefined; off?: boolean; starred?: boolean }

/** Choices that stand together; without a title they stand for themselves. */
export type ChoiceGroup = { title: string | null; items: readonly Choice[] }

type Choices = { groups: readonly ChoiceGroup[] } | { choices: readonly Choice[] }

type Props = Choices & {
  control: ControlProps
  /** Said of the field itself too: while the list is open, the label beside it is hidden from people who listen. */
  label: string
  text: string
  chosenKey: string | null
  placeholder: string
  openLabel: string
  emptyText: string
  shortcut?: string
  onType: (text: string) => void
  onChoose: (key: string) => void
  onOpen?: () => void
  /** A key in the field that the list does not take; `key` is the choice under the cursor, null where none is. */
  onKey?: (event: KeyboardEvent<HTMLInputElement>, key: string | null) => void
  /** A quiet act below the list. */
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
          // Out of the tab order: Tab goes from the field to the next one, and what stands here has a way by the keyboard too.
          <button type="button" tabIndex={-1} className={own['foot']} onClick={foot.onPress}>
            {foot.text}
          </button>
        )}
      </Base.Popup>
    </Base.Positioner>
  </Base.Portal>
)

/** Finds a choice by what stands in its text, whatever the case and the accents, or by the beginning of its key. */
const useMatching = () => {
  const { contains } = Base.useFilter({ sensitivity: 'base' })
  return (choice: Choice, query: string): boolean =>
    contains(choice.text, query) || (query.length > 2 && choice.key.startsWith(query.trim().toLowerCase()))
}

/** A text field with suggestions; text that matches none of them stays, and means what the owner reads in it. */
export const Combobox = (props: Props) => {
  const groups = 'groups' in props ? props.groups : [{ title: null, items: props.choices }]
  const all = groups.flatMap(({ items }) => items)
  const chosen = all.find(({ key }) => key === props.chosenKey) ?? null
  const highlighted = useRef<string | null>(null)
  const actions = useRef<Base.Root.Actions>(null)
  const { foot: given } = props
  // The list closes first: what opens then must not find it in front.
  const foot = given && { ...given, onPress: () => (actions.current?.close(), given.onPress()) }
  return (
    <Base.Root
      items={groups}
      actionsRef={actions}
      value={chosen}
      inputValue={props.text}
      itemToStringLabel={(choice: Choice) => choice.text}
      isItemEqualToValue={(one: Choice, other: Choice) => one.key === other.key}
      filter={useMatching()}
      autoHighlight
      onOpenChange={(open) => {
        if (open) props.onOpen?.()
        else highlighted.current = null
      }}
      onItemHighlighted={(choice: Choice | undefined) => void (highlighted.current = choice?.key ?? null)}
      // Only what a person typed or cleared is news; the component's own tidying of the text is not.
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
        />
        <Base.Trigger className={own['open']} aria-label={props.openLabel}>
          <ChevronDown aria-hidden />
        </Base.Trigger>
      </Base.InputGroup>
      <List emptyText={props.emptyText} foot={foot} />
    </Base.Root>
  )
}
