import { Menu, type MenuItemConstructorOptions } from 'electron'

const edit: MenuItemConstructorOptions = {
  label: 'Edit',
  submenu: [
    { role: 'undo' },
    { role: 'redo' },
    { type: 'separator' },
    { role: 'cut' },
    { role: 'copy' },
    { role: 'paste' },
    { role: 'selectAll' },
  ],
}

const view: MenuItemConstructorOptions = {
  label: 'View',
  submenu: [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ],
}

/** The application menu: what an editor and a reader need. There is no reload: it would throw a half-filled form away. */
export const installMenu = (mac: boolean): void => {
  const app: MenuItemConstructorOptions = mac ? { role: 'appMenu' } : { label: 'File', submenu: [{ role: 'quit' }] }
  Menu.setApplicationMenu(Menu.buildFromTemplate([app, edit, view, { role: 'windowMenu' }]))
}
