import type { BrowserWindowConstructorOptions } from 'electron'
import { webPreferences } from './web-preferences.ts'

export type WindowWishes = { preload: string; packaged: boolean; title: string; dark: boolean }

/** Everything a window of Rundesk is made with; sizes in pixels. It is shown when its first picture is ready. */
export const windowOptions = ({ preload, packaged, title, dark }: WindowWishes): BrowserWindowConstructorOptions => ({
  width: 1280,
  height: 800,
  minWidth: 960,
  minHeight: 640,
  useContentSize: true,
  show: false,
  title,
  autoHideMenuBar: true,
  backgroundColor: dark ? '#0e1116' : '#f6f7f9',
  webPreferences: webPreferences(preload, packaged),
})
