/* eslint-disable @typescript-eslint/no-explicit-any */
/** Serialization of values that exist on one side only: functions and promises that pass between worlds. */
export type FunctionAndPromiseCodec = { write?: (value: any) => unknown; read?: (tag: string, value: any) => unknown }

/**
 * Encodes and decodes messages between processes and worlds as JSON. Supports undefined, dates, bigints, maps, sets,
 * regular expressions, errors and bytes as the structured clone does, but no cycles.
 * This function is also sent to the page as source code, so that it uses no name of this module.
 */
export function createSerializer(extra: FunctionAndPromiseCodec = {}) {
  const toJson = JSON.stringify
  const fromJson = JSON.parse

  function refuse(): never {
    throw new Error('An object could not be cloned.')
  }

  function pack(value: any, path: any[]): any {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
    if (typeof value === 'number')
      return Number.isFinite(value) && !Object.is(value, -0)
        ? value
        : { $t: 'number', v: Object.is(value, -0) ? '-0' : String(value) }
    if (value === undefined) return { $t: 'undefined' }
    if (typeof value === 'bigint') return { $t: 'bigint', v: String(value) }
    const own = extra.write?.(value)
    if (own !== undefined) return own
    if (typeof value !== 'object' || path.includes(value)) return refuse()
    path.push(value)
    const packed = packObject(value, path)
    path.pop()
    return packed
  }

  function packEach(items: Iterable<any>, path: any[]): any[] {
    return Array.from(items, (item) => pack(item, path))
  }

  function packObject(value: any, path: any[]): any {
    if (Array.isArray(value)) return packEach(value, path)
    switch (Object.prototype.toString.call(value)) {
      case '[object Object]':
        break
      case '[object Date]':
        return { $t: 'date', v: value.getTime() }
      case '[object Map]':
        return { $t: 'map', v: packEach(Array.from(value as Map<any, any>).flat(1), path) }
      case '[object Set]':
        return { $t: 'set', v: packEach(value, path) }
      case '[object RegExp]':
        return { $t: 'regexp', v: [value.source, value.flags] }
      case '[object Error]':
        return { $t: 'error', v: [value.name, value.message, value.stack] }
      case '[object ArrayBuffer]':
        return { $t: 'buffer', v: Array.from(new Uint8Array(value)) }
      case '[object Promise]':
      case '[object WeakMap]':
      case '[object WeakSet]':
        return refuse()
      default:
        if (!ArrayBuffer.isView(value)) break
        return {
          $t: 'bytes',
          v: [
            (value as any)[Symbol.toStringTag] ?? 'DataView',
            Array.from(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)),
          ],
        }
    }
    const result: Record<string, any> = {}
    for (const key of Object.keys(value)) result[key] = pack(value[key], path)
    return '$t' in result ? { $t: 'object', v: result } : result
  }

  function unpackAll(value: any): any {
    for (const key of Object.keys(value)) value[key] = unpack(value[key])
    return value
  }

  function unpack(value: any): any {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value) || !('$t' in value)) return unpackAll(value)
    const v = value.v
    switch (value.$t) {
      case 'undefined':
        return undefined
      case 'number':
        return Number(v)
      case 'bigint':
        return BigInt(v)
      case 'object':
        return unpackAll(v)
      case 'date':
        return new Date(v ?? Number.NaN)
      case 'map': {
        const flat = unpackAll(v)
        const map = new Map()
        for (let at = 0; at < flat.length; at += 2) map.set(flat[at], flat[at + 1])
        return map
      }
      case 'set':
        return new Set(unpackAll(v))
      case 'regexp':
        return new RegExp(v[0], v[1])
      case 'error':
        return Object.assign(new Error(v[1]), { name: v[0], stack: v[2] })
      case 'buffer':
        return new Uint8Array(v).buffer
      case 'bytes': {
        const buffer = new Uint8Array(v[1]).buffer
        return new ((globalThis as any)[v[0]] ?? Uint8Array)(buffer)
      }
      default:
        return extra.read?.(value.$t, v)
    }
  }

  return {
    encode: (value: unknown): string => toJson(pack(value, [])),
    decode: (text: string): any => unpack(fromJson(text)),
  }
}
