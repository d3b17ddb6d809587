/** A recording as samples of one track, 16 bits each. */
export type Wave = { sampleRate: number; samples: Int16Array }

type Format = { channels: number; sampleRate: number }

const plainPcm = 1
const extensible = 0xfffe

/** The 16-bit PCM of a `fmt ` chunk, which is what the service stores; null for any other. */
const readFormat = (chunk: Buffer): Format | null => {
  if (chunk.length < 16) return null
  const tag = chunk.readUInt16LE(0)
  const kind = tag === extensible && chunk.length >= 26 ? chunk.readUInt16LE(24) : tag
  const [channels, sampleRate, bits] = [chunk.readUInt16LE(2), chunk.readUInt32LE(4), chunk.readUInt16LE(14)]
  const isPlayable = kind === plainPcm && bits === 16 && channels >= 1 && channels <= 2
  return isPlayable && sampleRate >= 4_000 && sampleRate <= 96_000 ? { channels, sampleRate } : null
}

const mixed = (data: Buffer, channels: number): Int16Array => {
  const count = Math.floor(data.length / (2 * channels))
  const samples = new Int16Array(count)
  for (let index = 0; index < count; index += 1) {
    const first = data.readInt16LE(index * 2 * channels)
    samples[index] = channels === 1 ? first : (first + data.readInt16LE(index * 4 + 2)) >> 1
  }
  return samples
}

/** Reads a WAV file of 16-bit PCM, of one track or of two that are mixed into one; null when it is something else. */
export const readWave = (bytes: Uint8Array): Wave | null => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.length < 12 || file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE')
    return null
  let format: Format | null = null
  for (let at = 12; at + 8 <= file.length;) {
    const name = file.toString('latin1', at, at + 4)
    const size = file.readUInt32LE(at + 4)
    // A recorder that wrote while it did not know the length leaves it at its most: the file ends where it ends.
    const chunk = file.subarray(at + 8, Math.min(file.length, at + 8 + size))
    if (name === 'fmt ') format = readFormat(chunk)
    if (name === 'data') return format && { sampleRate: format.sampleRate, samples: mixed(chunk, format.channels) }
    at += 8 + size + (size % 2)
  }
  return null
}

const parts = 200

/** How loud a recording is in each of 200 equal parts, from 0 to 1; fewer where there are fewer samples. */
export const peaksOf = ({ samples }: Wave): number[] => {
  const size = Math.max(1, Math.ceil(samples.length / parts))
  const peaks: number[] = []
  for (let begin = 0; begin < samples.length; begin += size) {
    let loudest = 0
    for (const sample of samples.subarray(begin, begin + size)) loudest = Math.max(loudest, Math.abs(sample))
    peaks.push(Math.round((loudest / 32_768) * 1000) / 1000)
  }
  return peaks
}
