import { KeyRound, ShieldAlert } from 'lucide-react'
import { useStore } from 'zustand'
import type { ListedKey } from '../../contract/listed-key.ts'
import { Button } from '../design/button.tsx'
import { Tag } from '../design/tag.tsx'
import { words } from '../words/words.ts'
import css from './keys-screen.module.css'
import type { KeysStore } from './keys-store.ts'

const said = words.keys

/** When something was, short enough for one line; the whole of it where somebody points at it. */
const When = ({ at, none, inWords }: { at: string | null; none: string; inWords: (at: string) => string }) =>
  at === null ? (
    none
  ) : (
    <time dateTime={at} title={words.time.full(at)}>
      {inWords(at)}
    </time>
  )

const Row = ({ keys, one, busy }: { keys: KeysStore; one: ListedKey; busy: boolean }) => (
  <tr>
    <td>
      <span className={css['name']}>{one.name}</span>{' '}
      {one.usedByThisApp && (
        <Tag tone="busy" icon={KeyRound}>
          {said.usedBy(one.usedBy)}
        </Tag>
      )}{' '}
      {one.mark && (
        <Tag tone="bad" icon={ShieldAlert}>
          {one.mark.reactivated ? said.cameBack : said.markTag}
        </Tag>
      )}
    </td>
    <td className={css['mono']}>{one.prefix}…</td>
    <td>
      <When at={one.createdAt} none={said.unknown} inWords={words.time.date} />
    </td>
    <td>
      <When at={one.lastUsedAt} none={said.never} inWords={words.time.date} />
    </td>
    <td>
      <Tag tone={one.archived ? 'idle' : 'good'}>
        {one.archived ? said.archived(one.archivedAt === null ? null : words.time.date(one.archivedAt)) : said.active}
      </Tag>
    </td>
    <td className={css['act']}>
      {one.archived ? (
        <Button
          size="small"
          off={busy}
          aria-label={said.reactivateOf(one.name)}
          onClick={() => void keys.askReactivate(one)}
        >
          {said.reactivate}
        </Button>
      ) : (
        <Button size="small" off={busy} aria-label={said.archiveOf(one.name)} onClick={() => keys.askArchive(one)}>
          {said.archive}
        </Button>
      )}
    </td>
  </tr>
)

/** The keys as a table, one act a row. */
export const KeysTable = ({ keys, list }: { keys: KeysStore; list: readonly ListedKey[] }) => {
  const { step } = useStore(keys.store)
  const busy = step === 'archiving' || step === 'reactivating'
  return (
    <div className={css['card']}>
      <table aria-label={said.list}>
        <thead>
          <tr>
            {Object.values(said.columns).map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.map((one) => (
            <Row key={one.id} keys={keys} one={one} busy={busy} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
