import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** What a screen reader would have read out by itself so far. */
    heard?: string[]
  }
}

const listen = () => {
  const heard: string[] = []
  window.heard = heard
  const regions = 'output, [aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log]'
  const last = new WeakMap<Element, string>()
  /** Names and other texts that are only there to be heard count; what is hidden from listeners does not. */
  const textOf = (region: Element): string =>
    region.closest('[aria-hidden=true]') ? '' : (region.textContent ?? '').replace(/\s+/g, ' ').trim()
  const look = () => {
    for (const region of document.querySelectorAll(regions)) {
      const text = textOf(region)
      const before = last.get(region)
      last.set(region, text)
      // A region that comes with its words is heard only when it is an alert; others must be there before their words.
      const isHeard = before !== undefined || region.getAttribute('role') === 'alert'
      if (isHeard && text !== '' && text !== before) heard.push(text)
    }
  }
  const begin = () => {
    look()
    new MutationObserver(look).observe(document.documentElement, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: ['aria-hidden', 'aria-live', 'role'],
    })
  }
  if (document.documentElement) begin()
  else document.addEventListener('DOMContentLoaded', begin)
}

/** Begins to write down what a screen reader would read out by itself, in order. */
export const beginListening = (page: Page): Promise<void> => page.evaluate(listen)

/** What was read out since it was asked last. */
export const takeHeard = (page: Page): Promise<string[]> => page.evaluate(() => window.heard?.splice(0) ?? [])
