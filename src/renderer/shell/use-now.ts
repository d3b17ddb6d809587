import { useEffect, useState } from 'react'
import { useParts } from './parts.ts'

/** The time in milliseconds, told again every `every` milliseconds; `null` stops the clock. */
export const useNow = (every: number | null): number => {
  const { now } = useParts()
  const [time, setTime] = useState(now)
  useEffect(() => {
    if (every === null) return
    const timer = setInterval(() => setTime(now()), every)
    return () => clearInterval(timer)
  }, [every, now])
  return time
}
