import facts from '../shell/facts.module.css'

/** Names and values; a value that is not told is left out. */
export const FactList = ({ list }: { list: readonly (readonly [name: string, value: string | null])[] }) => (
  <dl className={facts['facts']}>
    {list.map(
      ([name, value]) =>
        value !== null && (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
)
