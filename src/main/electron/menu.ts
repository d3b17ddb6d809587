import { Menu } from 'electron'
import { menuTemplate } from './menu-template.ts'

/** Puts the application's menu up. */
export const installMenu = (mac: boolean): void => {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(mac)))
}
