import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { AppError } from '#shared/app-error.ts'
import type { Clock } from '#main/clock.ts'
import { openapiWorkerLimits } from './openapi-limits.ts'
import { RefusedOpenapiDocumentError } from '#main/openapi/worker/refused-openapi-document-error.ts'
import type {
  OpenapiWorkerAnswer,
  OpenapiWorkerRequestName,
  OpenapiWorkerRequests,
} from '#main/openapi/worker/worker-requests.ts'

/**
 * Runs everything that reads a document in a separate thread: the file and its schemas come from outside, and may take
 * any time or memory (ADR 26). One request at a time. A thread that takes too long or fails is ended; the next request
 * starts another one.
 */
export interface OpenapiWorkerClient {
  /** Reads a file. The bytes are moved to the thread. Throws `RefusedOpenapiDocumentError`. */
  read(
    input: OpenapiWorkerRequests['read']['input'] & { bytes: Uint8Array<ArrayBuffer> },
  ): Promise<OpenapiWorkerRequests['read']['output']>
  /**
   * Asks about a stored document. `content` is called if the thread does not hold the document. Throws
   * `RefusedOpenapiDocumentError` if the answer takes too long or needs too much memory.
   */
  request<Name extends StoredDocumentRequestName>(
    name: Name,
    input: OpenapiWorkerRequests[Name]['input'],
    content: () => { packed: Uint8Array; baseUrl: string },
  ): Promise<OpenapiWorkerRequests[Name]['output']>
  close(): Promise<void>
}

export type StoredDocumentRequestName = Exclude<OpenapiWorkerRequestName, 'read' | 'load'>

export function createOpenapiWorkerClient({
  workerUrl,
  clock,
}: {
  /** The file of `openapi-worker.ts`, as source or as bundle. */
  workerUrl: URL
  clock: Pick<Clock, 'sleep'>
}): OpenapiWorkerClient {
  const inOrder = pLimit(1)
  let worker: Worker | null = null
  /** The document that the thread holds. */
  let loadedId: string | null = null
  let idle = new AbortController()
  const closing = new AbortController()

  function start(): Worker {
    const started = new Worker(workerUrl, {
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: openapiWorkerLimits.heapMb },
    })
    started.unref()
    // The thread can also fail while no call waits for its answer. Without this listener, Node would end the app then.
    started.on('error', () => worker === started && void stop())
    return started
  }

  async function stop(): Promise<void> {
    const ended = worker
    worker = null
    loadedId = null
    await ended?.terminate()
  }

  function endAfterIdleTime(): void {
    idle = new AbortController()
    clock.sleep(openapiWorkerLimits.idleMs, idle.signal).then(
      () => inOrder(async () => void (idle.signal.aborted || (await stop()))),
      () => undefined,
    )
  }

  async function run(name: OpenapiWorkerRequestName, input: unknown, transfer: ArrayBuffer[] = []): Promise<unknown> {
    const answer = await waitForThread(name, input, transfer)
    if ('output' in answer) return answer.output
    if ('bug' in answer) throw new Error(answer.bug)
    throw new RefusedOpenapiDocumentError(answer.refusal.code, answer.refusal.at, answer.refusal.values)
  }

  async function waitForThread(
    name: OpenapiWorkerRequestName,
    input: unknown,
    transfer: ArrayBuffer[],
  ): Promise<OpenapiWorkerAnswer> {
    if (closing.signal.aborted) throw new AppError('cancelled', 'The app is closing')
    idle.abort()
    const asked = (worker ??= start())
    const timer = new AbortController()
    const timeoutMs = name === 'read' || name === 'load' ? openapiWorkerLimits.importMs : openapiWorkerLimits.queryMs
    try {
      return await Promise.race([
        waitForAnswer(asked, { name, input }, transfer),
        clock.sleep(timeoutMs, AbortSignal.any([timer.signal, closing.signal])).then((): never => {
          throw new RefusedOpenapiDocumentError('tooSlow', '', { seconds: timeoutMs / 1000 })
        }),
      ])
    } catch (error) {
      // A thread that is late or has failed may still be at work.
      await stop()
      if (closing.signal.aborted) throw new AppError('cancelled', 'The app is closing')
      throw error
    } finally {
      timer.abort()
      if (worker) endAfterIdleTime()
    }
  }

  return {
    read: (input) => inOrder(() => run('read', input, [input.bytes.buffer])) as never,
    request: (name, input, content) =>
      inOrder(async () => {
        if (loadedId !== input.documentId) {
          await run('load', { documentId: input.documentId, ...content() })
          loadedId = input.documentId
        }
        return run(name, input)
      }) as never,
    async close() {
      closing.abort()
      idle.abort()
      await stop()
    },
  }
}

function waitForAnswer(worker: Worker, message: unknown, transfer: ArrayBuffer[]): Promise<OpenapiWorkerAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<OpenapiWorkerAnswer>()
  const onExit = () => reject(new Error('The thread that reads documents has ended'))
  const onError = (error: Error & { code?: string }) => {
    if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') return reject(error)
    reject(new RefusedOpenapiDocumentError('outOfMemory', '', { megabytes: openapiWorkerLimits.heapMb }))
  }
  worker.on('message', resolve).on('error', onError).on('exit', onExit)
  worker.postMessage(message, transfer)
  return promise.finally(() => worker.off('message', resolve).off('exit', onExit).off('error', onError))
}
