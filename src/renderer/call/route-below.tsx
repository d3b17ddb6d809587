import { ArrowDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import { words } from '../words/words.ts'
import fields from './fields.module.css'
import css from './call-screen.module.css'

/** The part of the window, in pixels, that the button and the lights cover at its lower edge, in a low window and in a high one. */
const covered = { low: 104, high: 156 }
const lowWindow = 700

/** Less of it than this in sight is as good as nothing. */
const inSight = 0.5

const routeField = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-route]')

/** Whether what the call goes through lies below what can be seen, under the button that stays in sight. */
const useIsBelow = (): boolean => {
  const [isBelow, setIsBelow] = useState(false)
  useEffect(() => {
    const field = routeField()
    if (field === null) return undefined
    const margin = window.innerHeight < lowWindow ? covered.low : covered.high
    const told = (entries: IntersectionObserverEntry[]) => {
      const last = entries.at(-1)
      if (last)
        setIsBelow(last.intersectionRatio < inSight && last.boundingClientRect.top > window.innerHeight - margin - 60)
    }
    const observer = new IntersectionObserver(told, { rootMargin: `0px 0px -${margin}px 0px`, threshold: [0, inSight] })
    observer.observe(field)
    return () => observer.disconnect()
  }, [])
  return isBelow
}

const goThere = (): void => {
  const field = routeField()
  field?.scrollIntoView({ block: 'center' })
  field?.querySelector<HTMLElement>('[data-calls-from] :is(button, input)')?.focus({ preventScroll: true })
}

/** Where many fields push it out of sight: says that what the call goes through stands further down, and leads there. */
export const RouteBelow = () =>
  useIsBelow() && (
    // The keys of the form pass it by: they lead to the field itself.
    <button type="button" tabIndex={-1} className={`${fields['mode']} ${css['below']}`} onClick={goThere}>
      {words.call.from.below}
      <ArrowDown aria-hidden />
    </button>
  )
