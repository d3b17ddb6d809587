/** Something that can be heard from any of its seconds on. */
export type Sound = {
  readonly seconds: number
  /** Starts at this second, and tells when it came to its end by itself. */
  readonly play: (from: number, onEnd: () => void) => void
  readonly stop: () => void
  /** At which second it is. */
  readonly now: () => number
  readonly close: () => void
}

/**
 * Makes a recording audible out of its samples. The page's policy knows no sound from anywhere: there is nothing to fetch
 * here, the samples came over the bridge.
 */
export const createSound = (wave: Float32Array<ArrayBuffer>, sampleRate: number): Sound => {
  const buffer = new AudioBuffer({ length: Math.max(1, wave.length), numberOfChannels: 1, sampleRate })
  buffer.copyToChannel(wave, 0)
  let context: AudioContext | null = null
  let source: AudioBufferSourceNode | null = null
  let begun = { at: 0, from: 0 }

  const stop = (): void => {
    const old = source
    source = null
    old?.stop()
    old?.disconnect()
  }
  return {
    seconds: buffer.duration,
    stop,
    play: (from, onEnd) => {
      stop()
      context ??= new AudioContext()
      void context.resume()
      const mine = new AudioBufferSourceNode(context, { buffer })
      source = mine
      mine.connect(context.destination)
      // What ends because it was stopped did not come to its end.
      mine.addEventListener('ended', () => {
        if (source === mine) onEnd()
      })
      mine.start(0, from)
      begun = { at: context.currentTime, from }
    },
    now: () => Math.min(buffer.duration, begun.from + (context?.currentTime ?? begun.at) - begun.at),
    close: () => {
      stop()
      void context?.close()
      context = null
    },
  }
}
