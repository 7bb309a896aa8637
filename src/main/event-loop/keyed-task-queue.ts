import pLimit from 'p-limit'

export type KeyedTaskQueue = <T>(key: string, task: () => Promise<T>) => Promise<T>

/**
 * Runs the tasks of one key one after another, in the order in which they were given. Tasks of different keys run side
 * by side.
 */
export function createKeyedTaskQueue(): KeyedTaskQueue {
  const queues = new Map<string, { limit: ReturnType<typeof pLimit>; tasks: number }>()
  return async (key, task) => {
    const queue = queues.get(key) ?? { limit: pLimit(1), tasks: 0 }
    queues.set(key, queue)
    queue.tasks += 1
    try {
      return await queue.limit(task)
    } finally {
      queue.tasks -= 1
      if (queue.tasks === 0) queues.delete(key)
    }
  }
}
