import type { MenuItemConstructorOptions } from 'electron'

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

/**
 * What an editor and a reader need. There is no reload: it would throw a half-filled form away. SECURITY: nor are there
 * developer tools, and no role that brings its own set of entries along with them.
 */
export const menuTemplate = (mac: boolean): MenuItemConstructorOptions[] => {
  const app: MenuItemConstructorOptions = mac ? { role: 'appMenu' } : { label: 'File', submenu: [{ role: 'quit' }] }
  return [app, edit, view, { role: 'windowMenu' }]
}
