import type { ReadyWatch } from '../../../src/hosts/ready-watch.ts'

/** The same watch with some methods replaced. */
export function delegateWatch(watch: ReadyWatch, replaced: Partial<ReadyWatch>): ReadyWatch {
  return {
    get isArmed() {
      return watch.isArmed
    },
    arm: () => watch.arm(),
    disarm: () => watch.disarm(),
    takePermit: (permits) => watch.takePermit(permits),
    returnPermit: () => watch.returnPermit(),
    readDue: () => watch.readDue(),
    wakeOthers: (workers) => watch.wakeOthers(workers),
    announceLook: () => watch.announceLook(),
    close: () => watch.close(),
    ...replaced,
  }
}
