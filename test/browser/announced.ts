import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** What a screen reader would have announced since the last `takeAnnouncements`. */
    announced?: string[]
  }
}

const listen = () => {
  const announced: string[] = []
  window.announced = announced
  const regions = 'output, [aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log]'
  const last = new WeakMap<Element, string>()
  /** Includes text that is only for screen readers, but not text that is hidden from them. */
  const textOf = (region: Element): string =>
    region.closest('[aria-hidden=true]') ? '' : (region.textContent ?? '').replace(/\s+/g, ' ').trim()
  const readAnnouncements = () => {
    for (const region of document.querySelectorAll(regions)) {
      const text = textOf(region)
      const before = last.get(region)
      last.set(region, text)
      // If a region is added together with its text, it is announced only if it is an alert. Other regions must exist
      // before their text.
      const isAnnounced = before !== undefined || region.getAttribute('role') === 'alert'
      if (isAnnounced && text !== '' && text !== before) announced.push(text)
    }
  }
  const begin = () => {
    readAnnouncements()
    new MutationObserver(readAnnouncements).observe(document.documentElement, {
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

/** Starts recording what a screen reader would announce, in order. */
export const recordAnnouncements = (page: Page): Promise<void> => page.evaluate(listen)

/** Returns the announcements since it was last called. */
export const takeAnnouncements = (page: Page): Promise<string[]> =>
  page.evaluate(() => window.announced?.splice(0) ?? [])
