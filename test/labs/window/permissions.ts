/** Ways in which a page asks to be allowed something; each text gives true when it was allowed. */
export const wishes: readonly (readonly [name: string, text: string])[] = [
  [
    'where we are',
    `new Promise((tell) => navigator.geolocation.getCurrentPosition(() => tell(true), () => tell(false)))`,
  ],
  ['notifications', `Notification.requestPermission().then((answer) => answer === 'granted')`],
  ['camera', `navigator.mediaDevices.getUserMedia({ video: true }).then(() => true)`],
  ['microphone', `navigator.mediaDevices.getUserMedia({ audio: true }).then(() => true)`],
  ['the screen', `navigator.mediaDevices.getDisplayMedia({ video: true }).then(() => true)`],
  ['reading the clipboard', `navigator.clipboard.readText().then(() => true)`],
  ['writing the clipboard', `navigator.clipboard.writeText('x').then(() => true)`],
  ['MIDI', `navigator.requestMIDIAccess({ sysex: true }).then(() => true)`],
  ['USB', `navigator.usb.requestDevice({ filters: [] }).then(() => true)`],
  ['HID', `navigator.hid.requestDevice({ filters: [] }).then((devices) => devices.length > 0)`],
  ['serial ports', `navigator.serial.requestPort().then(() => true)`],
  ['Bluetooth', `navigator.bluetooth.requestDevice({ acceptAllDevices: true }).then(() => true)`],
  ['keeping the screen awake', `navigator.wakeLock.request('screen').then(() => true)`],
  ['idleness', `IdleDetector.requestPermission().then((answer) => answer === 'granted')`],
  ['storage for good', `navigator.storage.persist()`],
  ['the whole screen', `document.documentElement.requestFullscreen().then(() => true)`],
  [
    'the pointer',
    `Promise.resolve(document.body.requestPointerLock()).then(() => document.pointerLockElement !== null)`,
  ],
  ['the keyboard', `navigator.keyboard.lock().then(() => true)`],
  ['the fonts', `queryLocalFonts().then((fonts) => fonts.length > 0)`],
  ['the other screens', `getScreenDetails().then(() => true)`],
  ['storage of others', `document.requestStorageAccess().then(() => document.hasStorageAccess()).then(() => false)`],
  ['a loudspeaker', `navigator.mediaDevices.selectAudioOutput().then(() => true)`],
]

/** Names that the page can ask the state of; the ones an engine does not know are errors there. */
export const queried: readonly string[] = [
  'geolocation',
  'notifications',
  'push',
  'camera',
  'microphone',
  'display-capture',
  'clipboard-read',
  'clipboard-write',
  'midi',
  'background-fetch',
  'background-sync',
  'periodic-background-sync',
  'persistent-storage',
  'payment-handler',
  'screen-wake-lock',
  'system-wake-lock',
  'idle-detection',
  'local-fonts',
  'window-management',
  'window-placement',
  'storage-access',
  'top-level-storage-access',
  'accelerometer',
  'gyroscope',
  'magnetometer',
  'ambient-light-sensor',
  'nfc',
  'speaker-selection',
  'keyboard-lock',
  'pointer-lock',
  'fullscreen',
  'captured-surface-control',
  'smart-card',
  'local-network-access',
  'telepathy',
]

/** A text for the page: tries every wish and every name and gives those that were allowed. One that is never answered is a no. */
export const askForEverything = (): string => `(async () => {
  const patient = (asked) => Promise.race([asked, new Promise((tell) => setTimeout(tell, 1500, false))])
  const tried = async (name, ask) => ((await patient((async () => ask())()).catch(() => false)) === true ? [name] : [])
  const wishes = [${wishes.map(([name, text]) => `tried(${JSON.stringify(name)}, () => ${text})`).join(', ')}]
  const names = ${JSON.stringify(queried)}.map((name) =>
    tried('state of ' + name, () => navigator.permissions.query({ name }).then(({ state }) => state === 'granted')))
  return (await Promise.all([...wishes, ...names])).flat()
})()`
