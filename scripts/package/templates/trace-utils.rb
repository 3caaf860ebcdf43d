# Homebrew formula. The linker flags and `install -D` are those of GNU: on Linux.
class TraceUtils < Formula
  desc "Small filters for GPU traces of deep-learning workloads"
  homepage "@HOME@"
  url "@URL@"
  version "@VERSION@"
  sha256 "@SHA256@"
  license "MIT"

  depends_on "expat"
  depends_on "gnuplot"
  depends_on "isa-l"
  depends_on "libcsv"
  depends_on "libxlsxwriter"
  depends_on :linux
  depends_on "sqlite"
  depends_on "zlib"
  depends_on "zstd"

  # One header, which no formula has.
  resource "jsmn" do
    url "https://github.com/zserge/jsmn/archive/refs/tags/v1.1.0.tar.gz"
    sha256 "5f0913a10657fe7ec8d5794ccf00a01000e3e1f2f1e1f143c34a0f7b47edcb38"
  end

  def install
    (buildpath/"jsmn").install resource("jsmn")
    system "make", "install", "PREFIX=#{prefix}", "CPPFLAGS=-I#{buildpath}/jsmn"
  end

  test do
    (testpath/"t.json").write '{"traceEvents":[{"ph":"X","cat":"kernel","name":"k","ts":1,"dur":2,"pid":0,"tid":7}]}'
    assert_match "\tk\t", shell_output("#{bin}/trace-extract -q t.json")
  end
end
