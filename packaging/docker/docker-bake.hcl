// The image for both architectures: docker buildx bake --file packaging/docker/docker-bake.hcl --push
variable "IMAGE" {
  default = "understay"
}

variable "VERSION" {
  default = "0.1.0"
}

variable "REVISION" {
  default = "unknown"
}

// With its digest where the image is published: node:24-alpine@sha256:...
variable "RUNTIME" {
  default = "node:24-alpine"
}

group "default" {
  targets = ["understay"]
}

target "understay" {
  context   = "."
  platforms = ["linux/amd64", "linux/arm64"]
  tags      = ["${IMAGE}:${VERSION}", "${IMAGE}:latest"]
  args = {
    RUNTIME  = RUNTIME
    VERSION  = VERSION
    REVISION = REVISION
  }
  attest = ["type=provenance,mode=max", "type=sbom"]
}
