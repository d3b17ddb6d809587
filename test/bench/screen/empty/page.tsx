import { messages } from '../../../../src/messages/index.ts'
import { useEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'

const Field = () => {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return <input ref={field} aria-label={messages.call.number.label} />
}

const place = document.getElementById('root')
if (place) createRoot(place).render(<Field />)
