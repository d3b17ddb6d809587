/** Creates a WAV file with these samples and changes to its header. */
export const aWave = (
  samples: readonly number[],
  change: { tag?: number; channels?: number; bits?: number; size?: number; before?: Buffer } = {},
): Buffer => {
  const { tag = 1, channels = 1, bits = 16, size, before = Buffer.alloc(0) } = change
  const data = Buffer.from(Int16Array.from(samples).buffer)
  const format = Buffer.alloc(24)
  format.write('fmt ', 0, 'latin1')
  format.writeUInt32LE(16, 4)
  format.writeUInt16LE(tag, 8)
  format.writeUInt16LE(channels, 10)
  format.writeUInt32LE(8_000, 12)
  format.writeUInt32LE(8_000 * channels * 2, 16)
  format.writeUInt16LE(channels * 2, 20)
  format.writeUInt16LE(bits, 22)
  const head = Buffer.alloc(8)
  head.write('data', 0, 'latin1')
  head.writeUInt32LE(size ?? data.length, 4)
  const chunks = Buffer.concat([before, format, head, data])
  const riff = Buffer.alloc(12)
  riff.write('RIFF', 0, 'latin1')
  riff.writeUInt32LE(4 + chunks.length, 4)
  riff.write('WAVE', 8, 'latin1')
  return Buffer.concat([riff, chunks])
}
