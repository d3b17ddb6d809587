import type { FrameEvent } from '../../../src/main/electron/trusted-frame.ts'

/** The top frame of our own page. */
export const ourFrame: FrameEvent = { senderFrame: { url: 'rundesk://app/index.html', parent: null } }

const top = (url: string): FrameEvent => ({ senderFrame: { url, parent: null } })

const gone = (): never => {
  throw new Error('Render frame was disposed before WebFrameMain could be accessed')
}

/** Everybody else, in six kinds: none of them may ask anything. */
export const badSenders: Readonly<Record<string, readonly FrameEvent[]>> = {
  'no frame': [{ senderFrame: null }],
  'a frame that is gone': [
    // What Electron gives for a frame that is gone throws when it is looked at.
    Object.defineProperty({}, 'senderFrame', { get: gone }) as FrameEvent,
    { senderFrame: Object.defineProperties({ url: '', parent: null }, { url: { get: gone }, parent: { get: gone } }) },
    { senderFrame: Object.defineProperty({ url: '', parent: null }, 'url', { get: gone }) },
  ],
  'a frame inside ours': [
    { senderFrame: { url: 'rundesk://app/index.html', parent: ourFrame.senderFrame } },
    { senderFrame: { url: 'rundesk://app/index.html', parent: {} } },
  ],
  'another host': [
    top('rundesk://other/index.html'),
    top('rundesk://app.example/index.html'),
    top('rundesk://app:8080/index.html'),
    top('rundesk://APP/index.html'),
    top('rundesk:///index.html'),
    top('rundesk:app'),
  ],
  'another scheme': [
    top('https://app/index.html'),
    top('http://app/index.html'),
    top('rundesks://app/index.html'),
    top('data:text/html,rundesk://app/'),
    top('blob:rundesk://app/7f3c2a1e-0000-4000-8000-000000009b21'),
    top('javascript:void 0'),
    top('devtools://devtools/bundled/inspector.html'),
    top('chrome-error://chromewebdata/'),
    top('about:blank'),
    top('about:srcdoc'),
    top(''),
    top('rundesk'),
  ],
  'a file': [top('file:///app/index.html'), top('file://app/index.html')],
}
