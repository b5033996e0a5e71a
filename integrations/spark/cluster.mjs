import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@canonist/test-support/free-port.ts'

/**
 * Starts a standalone cluster on loopback: one master and some workers with one core each.
 *
 * @param python the Python that has pyspark
 * @param env of the workers and of every process that they start
 */
export async function startCluster(python, folder, workers, env) {
  const start = (args) =>
    spawn(join(python, '..', 'spark-class'), args, {
      cwd: folder,
      env: { ...env, SPARK_LOCAL_IP: '127.0.0.1' },
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    })
  const [port, page] = [await freePort(), await freePort()]
  const place = ['--host', '127.0.0.1', '--webui-port']
  const processes = [start(['org.apache.spark.deploy.master.Master', ...place, String(page), '--port', String(port)])]
  // If the test ends early, nothing else would end these processes.
  process.once('exit', () => kill(processes, 'SIGKILL'))
  const master = `spark://127.0.0.1:${port}`
  try {
    await waitFor(processes[0], /New state: ALIVE/)
    for (let count = 0; count < workers; count += 1) {
      const worker = start([
        'org.apache.spark.deploy.worker.Worker',
        ...place,
        String(await freePort()),
        '--cores',
        '1',
        '--memory',
        '3g',
        '--work-dir',
        join(folder, `worker-${count}`),
        master,
      ])
      processes.push(worker)
      await waitFor(worker, /Successfully registered with master/)
    }
  } catch (error) {
    await stop(processes)
    throw error
  }
  return { master, workers: processes.slice(1).map(({ pid }) => pid), stop: () => stop(processes) }
}

const LONGEST_START = 120_000

/** Waits until a process logs that it is ready. Keeps reading the log, because a full pipe would stop the process. */
function waitFor(child, ready) {
  let said = ''
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`Spark did not start: ${said.slice(-2000)}`))
    const timer = setTimeout(fail, LONGEST_START)
    child.once('exit', fail)
    child.stderr.on('data', (chunk) => {
      said = (said + chunk).slice(-100_000)
      if (!ready.test(said)) return
      clearTimeout(timer)
      child.off('exit', fail)
      resolve()
    })
  })
}

/** Each process leads a process group, which contains its executors. */
function kill(processes, signal) {
  for (const { pid, exitCode, signalCode } of processes)
    if (exitCode === null && signalCode === null) process.kill(-pid, signal)
}

async function stop(processes) {
  const running = processes.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
  const gone = Promise.all(running.map((child) => once(child, 'exit')))
  kill(running, 'SIGTERM')
  await Promise.race([gone, sleep(10_000)])
  kill(running, 'SIGKILL')
  await gone
}
