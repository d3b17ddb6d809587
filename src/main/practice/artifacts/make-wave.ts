/** A stretch of a recording in which a tone stands for somebody's voice; times in milliseconds from its beginning. */
export type Voice = { readonly from: number; readonly until: number; readonly hertz: number }

const samplesPerSecond = 8_000
const loudness = 5_000
/** A voice comes and goes over this many samples, so that nothing clicks. */
const fade = 400

const loudnessAt = (sample: number, from: number, until: number): number =>
  loudness * Math.max(0, Math.min(1, (sample - from) / fade, (until - sample) / fade))

function tone(samples: Int16Array, { from, until, hertz }: Voice): void {
  const [first, last] = [from, until].map((ms) => Math.round((ms / 1000) * samplesPerSecond))
  if (first === undefined || last === undefined) return
  for (let sample = first; sample < Math.min(last, samples.length); sample += 1) {
    const turn = (2 * Math.PI * hertz * sample) / samplesPerSecond
    // Syllables: the tone swells four times a second, as speech does.
    const swell = 0.55 + 0.45 * Math.sin((2 * Math.PI * 4 * sample) / samplesPerSecond)
    samples[sample] = Math.round(loudnessAt(sample, first, last) * swell * Math.sin(turn))
  }
}

/** A recording without words as the service stores them: WAV, 16-bit PCM, mono, 8 kHz. */
export function makeWave(milliseconds: number, voices: readonly Voice[]): Uint8Array {
  const samples = new Int16Array(Math.round((milliseconds / 1000) * samplesPerSecond))
  for (const voice of voices) tone(samples, voice)
  const bytes = Buffer.alloc(44 + samples.length * 2)
  bytes.write('RIFF', 0, 'latin1')
  bytes.writeUInt32LE(36 + samples.length * 2, 4)
  bytes.write('WAVEfmt ', 8, 'latin1')
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(samplesPerSecond, 24)
  bytes.writeUInt32LE(samplesPerSecond * 2, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36, 'latin1')
  bytes.writeUInt32LE(samples.length * 2, 40)
  for (const [index, sample] of samples.entries()) bytes.writeInt16LE(sample, 44 + index * 2)
  return bytes
}
