import type { MenuItemConstructorOptions } from 'electron'
import { expect, it, vi } from 'vitest'
import { menuTemplate } from '../../../src/main/platform/menu.ts'

// Importing Electron outside its runtime fails; the tests pass doubles.
vi.mock('electron', () => ({}))

const rolesIn = (items: readonly MenuItemConstructorOptions[]): string[] =>
  items.flatMap(({ role, submenu }) => [
    ...(role === undefined ? [] : [role]),
    ...(Array.isArray(submenu) ? rolesIn(submenu) : []),
  ])

it.each([true, false])('contains neither reload nor developer tools (mac: %s)', (mac) => {
  const roles = rolesIn(menuTemplate(mac))
  expect(roles).toEqual(expect.arrayContaining(['copy', 'paste', 'resetZoom', mac ? 'appMenu' : 'quit']))
  // viewMenu would include reload and developer tools.
  for (const role of ['reload', 'forceReload', 'toggleDevTools', 'viewMenu']) expect(roles).not.toContain(role)
})
