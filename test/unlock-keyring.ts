import { createConnection } from 'node:net'

/** Writes the little-endian D-Bus wire format, as far as it is needed to unlock a keyring. */
function createWriter() {
  let bytes = Buffer.alloc(0)
  const push = (...parts: Buffer[]) => void (bytes = Buffer.concat([bytes, ...parts]))
  const align = (size: number) => push(Buffer.alloc((size - (bytes.length % size)) % size))
  const number = (value: number) => {
    align(4)
    const part = Buffer.alloc(4)
    part.writeUInt32LE(value)
    push(part)
  }
  return {
    align,
    number,
    byte: (value: number) => push(Buffer.from([value])),
    text(value: string) {
      number(Buffer.byteLength(value))
      push(Buffer.from(`${value}\0`))
    },
    signature: (value: string) => push(Buffer.from([value.length]), Buffer.from(`${value}\0`)),
    bytes(value: Buffer) {
      number(value.length)
      push(value)
    },
    done: () => bytes,
  }
}
type Writer = ReturnType<typeof createWriter>

function encodeCall(serial: number, [destination, path, member]: Method, signature: string, body: Buffer): Buffer {
  const fields = createWriter()
  const field = (code: number, type: string, value: string) => {
    fields.align(8)
    fields.byte(code)
    fields.signature(type)
    if (type === 'g') fields.signature(value)
    else fields.text(value)
  }
  const dot = member.lastIndexOf('.')
  field(1, 'o', path)
  field(2, 's', member.slice(0, dot))
  field(3, 's', member.slice(dot + 1))
  field(6, 's', destination)
  if (signature) field(8, 'g', signature)
  const head = createWriter()
  for (const byte of [0x6c, 1, 0, 1]) head.byte(byte)
  head.number(body.length)
  head.number(serial)
  head.bytes(fields.done())
  head.align(8)
  return Buffer.concat([head.done(), body])
}

/** Destination, path, interface and member. */
type Method = [string, string, string]

/** Unlocks a collection with its password over one connection. Closing the connection ends the session. */
export async function unlockKeyringCollection(address: string, collection: string, password: string): Promise<void> {
  const path = /unix:path=([^,]+)/.exec(address)?.[1]
  if (!path) throw new Error(`Not the address of a bus: ${address}`)
  const socket = createConnection(path)
  let received = Buffer.alloc(0)
  let wake = () => {}
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    wake()
  })
  let failure: Error | null = null
  socket.on('error', (error) => (failure = error))
  socket.on('close', () => {
    failure ??= new Error('The bus closed the connection')
    wake()
  })
  async function take(sizeOf: () => number): Promise<Buffer> {
    while (received.length === 0 || received.length < sizeOf()) {
      if (failure) throw failure
      await new Promise<void>((resolve) => (wake = resolve))
    }
    const size = sizeOf()
    const taken = received.subarray(0, size)
    received = received.subarray(size)
    return taken
  }
  const headSize = () => 16 + Math.ceil(received.readUInt32LE(12) / 8) * 8
  const messageSize = () => (received.length < 16 ? 16 : headSize() + received.readUInt32LE(4))

  let serial = 0
  async function call(method: Method, signature = '', write: (writer: Writer) => void = () => {}): Promise<Buffer> {
    const writer = createWriter()
    write(writer)
    socket.write(encodeCall((serial += 1), method, signature, writer.done()))
    for (;;) {
      const message = await take(messageSize)
      const body = message.subarray(message.length - message.readUInt32LE(4))
      if (message[1] === 2) return body
      if (message[1] === 3) throw new Error(`${method[2]} failed: ${body.toString('utf8', 4)}`)
    }
  }

  try {
    socket.write(`\0AUTH EXTERNAL ${Buffer.from(String(process.getuid?.() ?? 0)).toString('hex')}\r\n`)
    await take(() => received.indexOf('\n') + 1 || Infinity)
    socket.write('BEGIN\r\n')
    await call(['org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus.Hello'])
    const secrets = ['org.freedesktop.secrets', '/org/freedesktop/secrets'] as const
    const opened = await call([...secrets, 'org.freedesktop.Secret.Service.OpenSession'], 'sv', (writer) => {
      writer.text('plain')
      writer.signature('s')
      writer.text('')
    })
    // A variant with an empty text takes 12 bytes; the session's path follows.
    const session = opened.toString('utf8', 16, 16 + opened.readUInt32LE(12))
    const unlock = 'org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface.UnlockWithMasterPassword'
    await call([...secrets, unlock], 'o(oayays)', (writer) => {
      writer.text(collection)
      writer.align(8)
      writer.text(session)
      writer.bytes(Buffer.alloc(0))
      writer.bytes(Buffer.from(password))
      writer.text('text/plain')
    })
  } finally {
    socket.destroy()
  }
}
