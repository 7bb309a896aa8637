import { threadMs } from './measure-thread-time.ts'

export interface LongestBlock {
  /**
   * The longest time between two turns of the event loop, in ms. On a busy computer, it contains the time of other
   * processes.
   */
  wallMs: number
  /**
   * The longest processor time of this thread between two turns, in ms. Time in which the thread waits for a disk is
   * not part of it.
   */
  threadMs: number
}

/** Watches the event loop of this process until `end` is called. */
export function watchLongestBlock(): { end(): LongestBlock } {
  const longest = { wallMs: 0, threadMs: 0 }
  let last = { wallMs: performance.now(), threadMs: threadMs() }
  let isOn = true
  const turn = () => {
    if (!isOn) return
    const now = { wallMs: performance.now(), threadMs: threadMs() }
    longest.wallMs = Math.max(longest.wallMs, now.wallMs - last.wallMs)
    longest.threadMs = Math.max(longest.threadMs, now.threadMs - last.threadMs)
    last = now
    setImmediate(turn)
  }
  setImmediate(turn)
  return {
    end() {
      isOn = false
      return longest
    },
  }
}

/** The longest block while `work` runs. */
export async function measureLongestBlockDuring(work: () => Promise<unknown>): Promise<LongestBlock> {
  const watch = watchLongestBlock()
  await work()
  // The turn in which the work ends is part of it.
  await new Promise((done) => setImmediate(done))
  return watch.end()
}
