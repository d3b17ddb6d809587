import { useEffect, useState } from 'react'

/** The milliseconds that are left of a time told by main, by a clock that nobody can set; counted anew for each telling. */
export const useCountdown = (told: { readonly milliseconds: number }): number => {
  const [left, setLeft] = useState(told.milliseconds)
  useEffect(() => {
    const end = performance.now() + told.milliseconds
    const count = () => setLeft(end - performance.now())
    count()
    const timer = setInterval(count, 1_000)
    return () => clearInterval(timer)
  }, [told])
  return left
}
