import { Fragment } from 'react'
import type { Learned } from '../../contract/call.ts'
import { messages } from '../../messages/index.ts'
import css from './learned.module.css'

const learnedText = messages.learned

const hasContent = ({ variables, tags, steps, credits }: Learned): boolean =>
  variables.length + tags.length + steps.length > 0 || credits !== null

/**
 * Shows what the agent learned in a call: extracted values, tags, visited steps and cost. Renders nothing if there is
 * nothing to show.
 */
export const LearnedCard = ({ learned }: { learned: Learned }) => {
  const { variables, tags, steps, credits } = learned
  if (!hasContent(learned)) return null
  return (
    <section className={css['card']} aria-label={learnedText.title}>
      <header className={css['head']}>
        <h3>{learnedText.title}</h3>
        <span title={steps.join(' → ')}>{learnedText.summary(steps.length, credits)}</span>
      </header>
      <dl className={css['list']}>
        {tags.length > 0 && (
          <div>
            <dt>{learnedText.tags}</dt>
            <dd className={css['tags']}>
              {tags.map((tag, index) => (
                <bdi key={`${index} ${tag}`} className={css['tag']}>
                  {tag}
                </bdi>
              ))}
            </dd>
          </div>
        )}
        {variables.map(({ name, value }, index) => (
          <div key={`${index} ${name}`}>
            <dt className={css['name']}>
              <bdi>
                {name.split(/(?<=_)/).map((part, at) => (
                  <Fragment key={`${at} ${part}`}>
                    {part}
                    <wbr />
                  </Fragment>
                ))}
              </bdi>
            </dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
        {steps.length > 0 && (
          <div>
            <dt>{learnedText.steps}</dt>
            <dd>
              <bdi>{steps.join(' → ')}</bdi>
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}
