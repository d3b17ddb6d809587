import type { Locator, Page } from '@playwright/test'

/**
 * Returns a function that says whether the component of an element has been rendered since. React gives an element new
 * props each time its component is rendered, even if they are equal.
 */
export const watchRendering = async (page: Page, element: Locator): Promise<() => Promise<boolean>> => {
  const readProps = () =>
    element.evaluateHandle((node) => {
      const entries: [string, unknown][] = Object.entries(node)
      const [, props] = entries.find(([key]) => key.startsWith('__reactProps')) ?? []
      if (props === undefined) throw new Error('React has no props for this element.')
      return props
    })
  const before = await readProps()
  return async () => page.evaluate(([one, other]) => one !== other, [before, await readProps()])
}
