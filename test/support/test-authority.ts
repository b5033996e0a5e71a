import 'reflect-metadata'
import type { webcrypto } from 'node:crypto'
import { isIP } from 'node:net'
import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'

/** What may be wrong with a certificate. */
export type CertificateFault = 'expired' | 'expires-soon' | 'wrong-name' | 'self-signed'

/** A certificate and its key, as PEM. */
export interface Identity {
  readonly cert: string
  readonly key: string
}

/** Signs certificates that nobody trusts but who is given `ca`. */
export interface TestAuthority {
  readonly ca: string
  identityFor(host: string, fault?: CertificateFault): Promise<Identity>
}

type KeyPair = webcrypto.CryptoKeyPair

const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const ROOT_NAME = 'CN=Canonist test authority'
const DAY_MS = 86_400_000

/** From when to when a certificate holds, in days from now. */
const VALIDITIES: Readonly<Record<CertificateFault | 'good', readonly [number, number]>> = {
  good: [-1, 20],
  expired: [-20, -10],
  'expires-soon': [-1, 10],
  'wrong-name': [-1, 20],
  'self-signed': [-1, 20],
}

let authority: Promise<TestAuthority> | undefined

/** The authority of this process; keys are made once. */
export function testAuthority(): Promise<TestAuthority> {
  authority ??= createAuthority()
  return authority
}

async function createAuthority(): Promise<TestAuthority> {
  const [rootKeys, hostKeys] = [await createKeys(), await createKeys()]
  const root = await X509CertificateGenerator.createSelfSigned({
    name: ROOT_NAME,
    keys: rootKeys,
    ...validity(-1, 30),
    signingAlgorithm: EC,
    extensions: [new BasicConstraintsExtension(true), new KeyUsagesExtension(KeyUsageFlags.keyCertSign)],
  })
  const key = await privateKeyPem(hostKeys)
  const made = new Map<string, Promise<string>>()
  return {
    ca: root.toString('pem'),
    async identityFor(host, fault) {
      const id = `${fault ?? 'good'} ${host}`
      const cert = made.get(id) ?? sign(host, fault, rootKeys, hostKeys)
      made.set(id, cert)
      return { cert: await cert, key }
    },
  }
}

async function sign(
  host: string,
  fault: CertificateFault | undefined,
  rootKeys: KeyPair,
  hostKeys: KeyPair,
): Promise<string> {
  const name = fault === 'wrong-name' ? 'somebody-else.example' : host
  const certificate = await X509CertificateGenerator.create({
    subject: 'CN=A host of the loopback web',
    issuer: fault === 'self-signed' ? 'CN=A host of the loopback web' : ROOT_NAME,
    ...validity(...VALIDITIES[fault ?? 'good']),
    publicKey: hostKeys.publicKey,
    signingKey: fault === 'self-signed' ? hostKeys.privateKey : rootKeys.privateKey,
    signingAlgorithm: EC,
    extensions: [new SubjectAlternativeNameExtension([{ type: isIP(name) === 0 ? 'dns' : 'ip', value: name }])],
  })
  return certificate.toString('pem')
}

function createKeys(): Promise<KeyPair> {
  return crypto.subtle.generateKey(EC, true, ['sign', 'verify'])
}

async function privateKeyPem({ privateKey }: KeyPair): Promise<string> {
  return PemConverter.encode(await crypto.subtle.exportKey('pkcs8', privateKey), 'PRIVATE KEY')
}

function validity(fromDays: number, toDays: number): { notBefore: Date; notAfter: Date } {
  const now = Date.now()
  return { notBefore: new Date(now + fromDays * DAY_MS), notAfter: new Date(now + toDays * DAY_MS) }
}
