import { Menu, type MenuItemConstructorOptions } from 'electron'
import { nativeMessages } from '../../messages/native.ts'

export const installMenu = (mac: boolean): void => {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(mac)))
}

/**
 * The menu for editing and viewing. It has no reload item, which would discard a partially filled form. SECURITY: it
 * has no developer tools, and no role that adds its own entries.
 */
export const menuTemplate = (mac: boolean): MenuItemConstructorOptions[] => [
  mac ? { role: 'appMenu' } : { label: nativeMessages.menu.file, submenu: [{ role: 'quit' }] },
  {
    label: nativeMessages.menu.edit,
    submenu: [
      { role: 'undo' },
      { role: 'redo' },
      { type: 'separator' },
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'selectAll' },
    ],
  },
  {
    label: nativeMessages.menu.view,
    submenu: [
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { type: 'separator' },
      { role: 'togglefullscreen' },
    ],
  },
  { role: 'windowMenu' },
]
