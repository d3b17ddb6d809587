import type { MenuItemConstructorOptions } from 'electron'
import { expect, it } from 'vitest'
import { menuTemplate } from '../../../src/main/electron/menu-template.ts'

const rolesIn = (items: readonly MenuItemConstructorOptions[]): string[] =>
  items.flatMap(({ role, submenu }) => [
    ...(role === undefined ? [] : [role]),
    ...(Array.isArray(submenu) ? rolesIn(submenu) : []),
  ])

it.each([true, false])('neither reloads nor opens developer tools (mac: %s)', (mac) => {
  const roles = rolesIn(menuTemplate(mac))
  expect(roles).toEqual(expect.arrayContaining(['copy', 'paste', 'resetZoom', mac ? 'appMenu' : 'quit']))
  // viewMenu would bring reload and developer tools along.
  for (const role of ['reload', 'forceReload', 'toggleDevTools', 'viewMenu']) expect(roles).not.toContain(role)
})
