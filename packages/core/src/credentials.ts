export {
  dropsCredential,
  findCredentials,
  type Credential,
  type CredentialOptions,
} from './learn/compile/credentials.ts'
